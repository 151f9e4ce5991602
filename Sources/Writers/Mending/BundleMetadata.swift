/// The `metadata.plist` of a `.pvt` bundle.
package enum BundleMetadata {
  /// The list as Apple's systems ask for it: version 1, as text, with nothing before its
  /// declaration (facts: PHPhotosErrorDomain reports; makelive).
  package static let bytes = Array(
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
    "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">
    <dict>
    \t<key>PFVideoComplementMetadataVersionKey</key>
    \t<string>1</string>
    </dict>
    </plist>

    """.utf8)
}
