/// The `metadata.plist` of a `.pvt` bundle.
package enum BundleMetadata {
  /// Its file name in the bundle.
  package static let name = "metadata.plist"

  /// The least that Photos' bundles hold: the version, as a text (measured on exported bundles).
  package static let bytes = Array(
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">
    <dict>
    \t<key>PFVideoComplementMetadataVersionKey</key>
    \t<string>1</string>
    </dict>
    </plist>

    """.utf8)
}
