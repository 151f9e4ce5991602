import AVFoundation

/// A session that takes Live Photos.
func makeSession() throws -> AVCaptureSession {
  let session = AVCaptureSession()
  if let camera = AVCaptureDevice.default(for: .video) {
    session.addInput(try AVCaptureDeviceInput(device: camera))
  }
  let output = AVCapturePhotoOutput()
  session.addOutput(output)
  output.isLivePhotoCaptureEnabled = output.isLivePhotoCaptureSupported
  return session
}
