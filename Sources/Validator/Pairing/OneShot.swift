package func reasonAgainstOneShot(_ still: Still, _ movie: Movie) -> String? { nil }
