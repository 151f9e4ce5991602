import ActivityKit

func showExport() throws {
  if #available(iOS 16.1, *) {
    _ = try Activity.request(attributes: Export(), contentState: .init(done: 0))
  }
}
