package import Validator

package enum JPEGReader {
  package static func read(_ bytes: SourceBytes, into still: inout Still) {}
}
package enum PNGReader {
  package static func read(_ bytes: SourceBytes, into still: inout Still) {}
}
package enum WebPReader {
  package static func read(_ bytes: SourceBytes, into still: inout Still) {}
}
package enum TIFFStillReader {
  package static func read(_ bytes: SourceBytes, into still: inout Still) {}
}
package enum BundleMetadataReader {
  package static func readVersion(_ bytes: SourceBytes) -> Field<String> { .absent(searched: []) }
}
