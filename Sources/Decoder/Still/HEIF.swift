import CAV
import CHEIF
import DecoderProtocol
import Validator

/// A picture in HEIF, read or written by libheif.
@safe final class HEIFContext {
  private let context: OpaquePointer
  private let file: FilePath

  init(for file: FilePath) throws(DecoderFailure) {
    guard let context = unsafe heif_context_alloc() else { throw .noMemory(file) }
    unsafe self.context = context
    self.file = file
  }

  deinit {
    unsafe heif_context_free(context)
  }

  // MARK: Reading

  /// Decodes the primary picture, turned and mirrored as the file says.
  func decode() throws(DecoderFailure) -> Picture {
    try unsafe check(
      heif_context_read_from_file(context, file.terminated, nil), .unknownFormat,
      """
      libheif \(String(cString: heif_get_version())) cannot read it (stills of iOS 18 and newer \
      take 1.18 or newer)
      """)
    var found: OpaquePointer?
    try unsafe check(
      heif_context_get_primary_image_handle(context, &found), .damaged,
      "has no picture to show")
    guard let handle = unsafe found else { throw .noMemory(file) }
    defer { unsafe heif_image_handle_release(handle) }
    let isTransparent = unsafe heif_image_handle_has_alpha_channel(handle) != 0
    let options = unsafe heif_decoding_options_alloc()
    defer { unsafe heif_decoding_options_free(options) }
    unsafe options?.pointee.convert_hdr_to_8bit = 1
    var decoded: OpaquePointer?
    try unsafe check(
      heif_decode_image(
        handle, &decoded, heif_colorspace_RGB,
        isTransparent ? heif_chroma_interleaved_RGBA : heif_chroma_interleaved_RGB, options),
      .damaged, "its picture cannot be decoded")
    guard let image = unsafe decoded else { throw .noMemory(file) }
    defer { unsafe heif_image_release(image) }
    var picture = try unsafe pixels(of: image, isTransparent: isTransparent)
    picture.colourProfile = unsafe profile(of: handle)
    unsafe readTags(of: handle, into: &picture)
    return picture
  }

  private func pixels(of image: OpaquePointer, isTransparent: Bool) throws(DecoderFailure)
    -> Picture
  {
    let size = PictureSize(
      width: Int(unsafe heif_image_get_width(image, heif_channel_interleaved)),
      height: Int(unsafe heif_image_get_height(image, heif_channel_interleaved)))
    var stride: Int32 = 0
    let plane = unsafe heif_image_get_plane_readonly(image, heif_channel_interleaved, &stride)
    let rowLength = size.width * (isTransparent ? 4 : 3)
    guard let plane = unsafe plane, size.width > 0, size.height > 0, Int(stride) >= rowLength else {
      throw DecoderFailure(.damaged, "\(file): its picture cannot be decoded")
    }
    var pixels: [UInt8] = []
    pixels.reserveCapacity(rowLength * size.height)
    for row in 0..<size.height {
      unsafe pixels.append(
        contentsOf: UnsafeBufferPointer(start: plane + row * Int(stride), count: rowLength))
    }
    return Picture(size: size, pixels: isTransparent ? Picture.overWhite(pixels) : pixels)
  }

  private func profile(of handle: OpaquePointer) -> [UInt8]? {
    let type = unsafe heif_image_handle_get_color_profile_type(handle)
    guard type == heif_color_profile_type_prof || type == heif_color_profile_type_rICC else {
      return nil
    }
    let length = unsafe heif_image_handle_get_raw_color_profile_size(handle)
    guard (128...(16 << 20)).contains(length) else { return nil }
    var profile = [UInt8](repeating: 0, count: length)
    let error = unsafe heif_image_handle_get_raw_color_profile(handle, &profile)
    guard unsafe error.code == heif_error_Ok, ColourProfile.isRGB(profile) else { return nil }
    return profile
  }

  private func readTags(of handle: OpaquePointer, into picture: inout Picture) {
    var found: UnsafeMutablePointer<heif_color_profile_nclx>?
    let error = unsafe heif_image_handle_get_nclx_color_profile(handle, &found)
    guard unsafe error.code == heif_error_Ok, let profile = unsafe found else { return }
    defer { unsafe heif_nclx_color_profile_free(profile) }
    let tags = unsafe profile.pointee
    picture.primaries = UInt16(clamping: tags.color_primaries.rawValue)
    picture.transfer = UInt16(clamping: tags.transfer_characteristics.rawValue)
    picture.tags = ColourTags(
      primaries: AVColorPrimaries(tags.color_primaries.rawValue),
      transfer: AVColorTransferCharacteristic(tags.transfer_characteristics.rawValue),
      matrix: AVColorSpace(tags.matrix_coefficients.rawValue),
      range: tags.full_range_flag != 0 ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG)
  }

  // MARK: Writing

  /// The bytes of a HEIC file: HEVC, 8 bits, 4:2:0, with the colours named in `colr`.
  func encode(_ picture: Picture, quality: Int) throws(DecoderFailure) -> [UInt8] {
    let image = try unsafe makeImage(picture)
    defer { unsafe heif_image_release(image) }
    var found: OpaquePointer?
    try unsafe check(
      heif_context_get_encoder_for_format(context, heif_compression_HEVC, &found),
      .unsupportedCodec, "libheif was built without an encoder of HEVC")
    guard let encoder = unsafe found else { throw .noMemory(file) }
    defer { unsafe heif_encoder_release(encoder) }
    try unsafe check(
      heif_encoder_set_lossy_quality(encoder, Int32(min(max(quality, 0), 100))), .fault,
      "no such quality")
    let options = unsafe heif_encoding_options_alloc()
    defer { unsafe heif_encoding_options_free(options) }
    // Without this libheif leaves `colr` out, for the sake of an old macOS.
    unsafe options?.pointee.macOS_compatibility_workaround_no_nclx_profile = 0
    try unsafe check(
      heif_context_encode_image(context, image, encoder, options, nil), .fault,
      "HEIC cannot be encoded")
    return try written()
  }

  private func makeImage(_ picture: Picture) throws(DecoderFailure) -> OpaquePointer {
    let frame = try picture.subsampled(as: AV_PIX_FMT_YUVJ420P, for: file)
    let size = picture.size
    var made: OpaquePointer?
    try unsafe check(
      heif_image_create(
        Int32(clamping: size.width), Int32(clamping: size.height), heif_colorspace_YCbCr,
        heif_chroma_420, &made), .outOfMemory, "no place for a picture")
    guard let image = unsafe made else { throw .noMemory(file) }
    let half = PictureSize(width: (size.width + 1) / 2, height: (size.height + 1) / 2)
    let channels = [
      (heif_channel_Y, size), (heif_channel_Cb, half), (heif_channel_Cr, half),
    ]
    do throws(DecoderFailure) {
      for (index, (channel, size)) in channels.enumerated() {
        try unsafe check(
          heif_image_add_plane(
            image, channel, Int32(clamping: size.width), Int32(clamping: size.height), 8),
          .outOfMemory, "no place for a picture")
        let bytes = frame.plane(index, rowLength: size.width, rows: size.height)
        unsafe fill(image, channel, bytes, size)
      }
      try unsafe setColours(of: image, picture)
    } catch {
      unsafe heif_image_release(image)
      throw error
    }
    return unsafe image
  }

  private func fill(
    _ image: OpaquePointer, _ channel: heif_channel, _ bytes: [UInt8], _ size: PictureSize
  ) {
    var stride: Int32 = 0
    guard let plane = unsafe heif_image_get_plane(image, channel, &stride),
      Int(stride) >= size.width, bytes.count == size.width * size.height
    else { return }
    unsafe bytes.withUnsafeBufferPointer { source in
      guard let source = source.baseAddress else { return }
      for row in 0..<size.height {
        unsafe (plane + row * Int(stride)).update(
          from: source + row * size.width, count: size.width)
      }
    }
  }

  /// Names the colours: the source's profile, primaries and transfer; the matrix and range of here.
  private func setColours(of image: OpaquePointer, _ picture: Picture) throws(DecoderFailure) {
    if let profile = picture.colourProfile {
      try unsafe check(
        heif_image_set_raw_color_profile(image, "prof", profile, profile.count), .fault,
        "its colour profile cannot be kept")
    }
    guard let tags = unsafe heif_nclx_color_profile_alloc() else { throw .noMemory(file) }
    defer { unsafe heif_nclx_color_profile_free(tags) }
    // What is not named is meant for screens: primaries of BT.709, and the curve of sRGB (13).
    let primaries = [0, 2].contains(picture.primaries) ? 1 : picture.primaries
    let transfer = [0, 2].contains(picture.transfer) ? 13 : picture.transfer
    unsafe tags.pointee.color_primaries = heif_color_primaries(UInt32(primaries))
    unsafe tags.pointee.transfer_characteristics =
      heif_transfer_characteristics(UInt32(transfer))
    unsafe tags.pointee.matrix_coefficients =
      heif_matrix_coefficients_ITU_R_BT_601_6
    unsafe tags.pointee.full_range_flag = 1
    try unsafe check(
      heif_image_set_nclx_color_profile(image, tags), .fault, "its colours cannot be named")
  }

  private func written() throws(DecoderFailure) -> [UInt8] {
    let bytes = Collected()
    var writer = heif_writer()
    writer.writer_api_version = 1
    unsafe writer.write = { _, data, size, collected in
      if let data = unsafe data, let collected = unsafe collected {
        let target = unsafe Unmanaged<Collected>.fromOpaque(collected).takeUnretainedValue()
        unsafe target.bytes.append(
          contentsOf: UnsafeRawBufferPointer(start: data, count: size))
      }
      return unsafe heif_error(
        code: heif_error_Ok, subcode: heif_suberror_Unspecified, message: nil)
    }
    try unsafe check(
      heif_context_write(context, &writer, Unmanaged.passUnretained(bytes).toOpaque()),
      .fault, "HEIC cannot be put together")
    return bytes.bytes
  }

  /// What libheif hands over piece by piece.
  private final class Collected {
    var bytes: [UInt8] = []
  }

  private func check(_ error: heif_error, _ kind: DecoderFailure.Kind, _ what: String)
    throws(DecoderFailure)
  {
    guard unsafe error.code != heif_error_Ok else { return }
    let isMemory = unsafe error.code == heif_error_Memory_allocation_error
    let reason = unsafe error.message.map { unsafe String(cString: $0) } ?? "error"
    throw DecoderFailure(isMemory ? .outOfMemory : kind, "\(file): \(what): \(reason)")
  }
}
