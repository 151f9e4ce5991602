import CAV
import DecoderProtocol
import Validator

/// A small picture of brightness alone, for comparing.
struct GrayPicture {
  let width: Int
  let height: Int
  /// 0 to 1, row by row.
  let samples: [Float]

  var aspect: Double { Double(width) / Double(height) }

  /// The middle of the picture in another shape, averaged down to so many pixels.
  ///
  /// - Parameters:
  ///   - aspect: width by height of what is cut out, as large as fits.
  ///   - size: the size that it gets.
  func middle(aspect wanted: Double, size: PictureSize) -> GrayPicture {
    let cutWidth = wanted < aspect ? Double(height) * wanted : Double(width)
    let cutHeight = wanted < aspect ? Double(height) : Double(width) / wanted
    let left = (Double(width) - cutWidth) / 2
    let top = (Double(height) - cutHeight) / 2
    let columns = GrayPicture.shares(from: left, length: cutWidth, parts: size.width, of: width)
    let rows = GrayPicture.shares(from: top, length: cutHeight, parts: size.height, of: height)
    var small: [Float] = []
    small.reserveCapacity(size.width * size.height)
    for row in rows {
      for column in columns {
        var sum: Float = 0
        var weight: Float = 0
        for (y, rowShare) in row {
          for (x, columnShare) in column {
            sum += samples[y * width + x] * rowShare * columnShare
            weight += rowShare * columnShare
          }
        }
        small.append(weight > 0 ? sum / weight : 0)
      }
    }
    return GrayPicture(width: size.width, height: size.height, samples: small)
  }

  /// For each part of a stretch, the pixels that it covers and how much of each.
  private static func shares(from start: Double, length: Double, parts: Int, of count: Int)
    -> [[(Int, Float)]]
  {
    (0..<parts).map { part in
      let from = start + length * Double(part) / Double(parts)
      let to = start + length * Double(part + 1) / Double(parts)
      let first = min(max(0, Int(from)), count - 1)
      let last = min(max(first, Int(to.rounded(.up)) - 1), count - 1)
      return (first...last).map { pixel in
        (pixel, Float(max(0, min(to, Double(pixel + 1)) - max(from, Double(pixel)))))
      }
    }
  }

  /// How alike two pictures of one size are, 0 to 1: half from how far apart their values are, half
  /// from how they rise and fall together, which another exposure leaves as it is.
  func likeness(to other: GrayPicture) -> Double {
    let count = Float(samples.count)
    guard count > 0, samples.count == other.samples.count else { return 0 }
    let mean = samples.reduce(0, +) / count
    let otherMean = other.samples.reduce(0, +) / count
    var (distance, both, own, others): (Float, Float, Float, Float) = (0, 0, 0, 0)
    for (left, right) in zip(samples, other.samples) {
      distance += abs(left - right)
      both += (left - mean) * (right - otherMean)
      own += (left - mean) * (left - mean)
      others += (right - otherMean) * (right - otherMean)
    }
    let nearness = 1 - distance / count
    // Pictures of one flat tone rise and fall nowhere.
    let flat = count * 0.008 * 0.008
    if own < flat || others < flat { return Double(nearness) }
    return Double((nearness + max(0, both / (own * others).squareRoot())) / 2)
  }
}

extension GrayPicture {
  /// Cutting wants more pixels than comparing.
  private static let longerSide = 256

  /// Makes frames of one form small: pixels made square, turned.
  final class Maker {
    private let pixelAspect: AVRational
    private let orientation: Orientation
    private let file: FilePath
    private var scaler: Scaler?

    init(pixelAspect: AVRational, orientation: Orientation, for file: FilePath) {
      self.pixelAspect = pixelAspect
      self.orientation = orientation
      self.file = file
    }

    func picture(of frame: Frame) throws(DecoderFailure) -> GrayPicture {
      let form = Scaler.Form(frame)
      let size = form.size.square(pixelAspect: pixelAspect).fitting(longerSide: longerSide)
      let current: Scaler
      if let scaler, scaler.source == form {
        current = scaler
      } else {
        current = try Scaler(
          from: form, to: Scaler.Form(size: size, format: AV_PIX_FMT_GRAY8), for: file)
        scaler = current
      }
      let bytes = try current.scaled(frame).plane(0, rowLength: size.width, rows: size.height)
      let shown = size.turned(orientation)
      return GrayPicture(
        width: shown.width, height: shown.height,
        samples: Picture.turned(bytes, of: size, depth: 1, orientation).map { Float($0) / 255 })
    }
  }

  /// Makes a still small.
  init(_ picture: Picture, for file: FilePath) throws(DecoderFailure) {
    let frame = try Frame(
      width: picture.size.width, height: picture.size.height, format: AV_PIX_FMT_RGB24, for: file)
    frame.setPlane(
      0, picture.pixels, rowLength: picture.size.width * 3, rows: picture.size.height)
    self = try Maker(pixelAspect: AVRational(num: 1, den: 1), orientation: .upright, for: file)
      .picture(of: frame)
  }
}
