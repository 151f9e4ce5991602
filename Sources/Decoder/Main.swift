import DecoderProtocol

@main
enum Main {
  static func main() {
  }
}
