import Synchronization

/// Does work on several threads and hands the results on in order.
struct Workers: Sendable {
  /// How many there are.
  let count: Int
  /// How many results may be done before the one whose turn it is: a slow file must not make the
  /// others pile up.
  var lead = 512

  /// Runs a body over items.
  func callAsFunction<Item: Sendable, Result: Sendable>(
    _ items: [Item], _ body: @escaping @Sendable (Item) throws -> Result,
    each: @escaping @Sendable (Result) throws -> Void
  ) async throws {
    let next = Mutex(0)
    try await self(
      {
        next.withLock { position in
          guard position < items.count else { return nil }
          defer { position += 1 }
          return position
        }
      }, number: { $0 }, { try body(items[$0]) }, each: each)
  }

  /// Runs a body over items as they come and hands the results on in the order of the items'
  /// numbers, which begin with 0.
  func callAsFunction<Item: Sendable, Result: Sendable>(
    _ next: @escaping @Sendable () throws -> Item?, number: @escaping @Sendable (Item) -> Int,
    _ body: @escaping @Sendable (Item) throws -> Result,
    each: @escaping @Sendable (Result) throws -> Void
  ) async throws {
    let queue = OrderedQueue(each)
    try await withThrowingTaskGroup { group in
      for _ in 0..<count {
        group.addTask {
          while queue.failure == nil {
            guard queue.waitingCount < lead else {
              try await Task.sleep(for: .milliseconds(1))
              continue
            }
            do {
              guard let item = try next() else { return }
              queue.put(try body(item), number: number(item))
            } catch {
              // The others must not wait for a result that never comes.
              queue.fail(error)
            }
          }
        }
      }
      try await group.waitForAll()
    }
    if let failure = queue.failure { throw failure }
  }
}
