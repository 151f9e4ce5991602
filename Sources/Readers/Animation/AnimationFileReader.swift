package import Validator

/// Reads GIF and APNG files.
package enum AnimationFileReader {
  /// Reads a file in the form that its bytes have.
  ///
  /// A file that cannot be opened, or whose bytes are neither, has every fact unreadable.
  package static func read(_ path: FilePath) -> Animation {
    do throws(ReadError) {
      return read(try FileSource(path), path: path)
    } catch {
      return Animation(file: MediaFile(path: path, size: 0, type: nil), unreadable: error)
    }
  }

  /// Reads a file from any source.
  package static func read(_ source: any ByteSource, path: FilePath) -> Animation {
    do {
      let bytes = try SourceBytes(source)
      let type = FileType(head: bytes.firstBytes, size: bytes.size)
      let place = Place("file", offset: 0, length: min(bytes.size, 16))
      var animation = Animation(
        file: MediaFile(path: path, size: bytes.size, type: type),
        unreadable: ReadError(.malformed, "the bytes are no GIF and no PNG", at: place))
      switch type {
      case .gif: GIFReader.read(bytes, into: &animation)
      case .apng, .png: APNGReader.read(bytes, into: &animation)
      default:
        let reason =
          type == .empty ? "the file is empty" : "the bytes are neither a GIF's nor a PNG's"
        animation.damages.append(Damage(.structure, reason, at: place))
      }
      return animation
    } catch {
      return Animation(file: MediaFile(path: path, size: 0, type: nil), unreadable: error)
    }
  }
}
