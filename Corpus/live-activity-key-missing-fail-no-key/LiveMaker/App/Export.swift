import ActivityKit

func showExport() throws {
  _ = try Activity.request(attributes: Export(), contentState: .init(done: 0))
}
