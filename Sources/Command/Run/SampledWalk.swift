import Synchronization
import Validator

/// What part of the files is to be judged for all.
struct SampleRequest: Sendable {
  /// How many base names are drawn.
  let size: Int
  let seed: UInt64
}

/// A walk that hands out a random part of another: base names with all files that bear them, each
/// as likely as any other.
///
/// The same files and the same seed give the same part, whatever the number of workers. Memory holds
/// the part, not the whole (reservoir sampling, algorithm R).
final class SampledWalk: Sendable {
  private struct State {
    var drawn: [Chunk.Content]?
    var next = 0
    var total = 0
  }

  private let walker: FileWalker
  private let request: SampleRequest
  private let state = Mutex(State())

  init(of walker: FileWalker, _ request: SampleRequest) {
    self.walker = walker
    self.request = request
  }

  /// The next files to judge; nil when there are no more.
  func next() -> Chunk? {
    state.withLock { state in
      let drawn = draw(&state)
      guard state.next < drawn.count else { return nil }
      defer { state.next += 1 }
      return Chunk(number: state.next, content: drawn[state.next])
    }
  }

  /// How much was drawn of how much.
  var sample: RunSample {
    state.withLock { state in
      RunSample(taken: draw(&state).count, total: state.total, seed: request.seed)
    }
  }

  /// How many files were drawn.
  var fileCount: Int { state.withLock { draw(&$0).reduce(0) { $0 + $1.fileCount } } }

  private func draw(_ state: inout State) -> [Chunk.Content] {
    if let drawn = state.drawn { return drawn }
    var random = SeededNumbers(seed: request.seed)
    var reservoir: [(position: Int, content: Chunk.Content)] = []
    while let chunk = walker.next() {
      for group in chunk.content.groups {
        if reservoir.count < request.size {
          reservoir.append((state.total, group))
        } else {
          let place = random.next(below: UInt64(state.total + 1))
          if place < UInt64(request.size) { reservoir[Int(place)] = (state.total, group) }
        }
        state.total += 1
      }
    }
    let drawn = reservoir.sorted { $0.position < $1.position }.map(\.content)
    state.drawn = drawn
    return drawn
  }
}

extension Chunk.Content {
  /// The parts that are each judged without a look at the others: for loose files, one for each base
  /// name.
  fileprivate var groups: [Chunk.Content] {
    guard case .files(let groups, let areNamed) = self else { return [self] }
    return groups.map { .files([$0], areNamed: areNamed) }
  }

  /// How many files there are to read; an archive, an app and an animation count as one.
  var fileCount: Int {
    switch self {
    case .files(let groups, _): groups.reduce(0) { $0 + $1.count }
    case .bundle(_, let files): files.count
    case .members(let groups): groups.reduce(0) { $0 + $1.count }
    case .archive, .app, .animation: 1
    case .archiveEnd: 0
    }
  }
}

/// Numbers that look random and depend on a seed alone, on every machine and in every version.
///
/// The generator is SplitMix64 (Steele, Lea and Flood, 2014).
struct SeededNumbers {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }

  /// A number from 0 to one less than a bound; for bounds that files can reach, each is as likely.
  mutating func next(below bound: UInt64) -> UInt64 { next().multipliedFullWidth(by: bound).high }
}
