package enum Catalogue {}
