import AVFoundation

/// A session that takes Live Photos.
func makeSession() throws -> AVCaptureSession {
  let session = AVCaptureSession()
  if let camera = AVCaptureDevice.default(for: .video) {
    session.addInput(try AVCaptureDeviceInput(device: camera))
  }
  if let microphone = AVCaptureDevice.default(for: .audio) {
    session.addInput(try AVCaptureDeviceInput(device: microphone))
  }
  let output = AVCapturePhotoOutput()
  session.addOutput(output)
  output.isLivePhotoCaptureEnabled = output.isLivePhotoCaptureSupported
  return session
}
