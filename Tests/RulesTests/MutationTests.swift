import Foundation
import Rules
import Support
import Testing
import Validator

@Suite struct `Mutants of good subjects` {
  private static let media = try? Media(in: Corpus.mediaPath)

  @Test(arguments: GoodSubject.all)
  func `come from subjects on which no rule fails`(subject: GoodSubject) throws {
    let media = try #require(Self.media)
    #expect(try subject.failures(media) == [])
  }

  @Test func `trip the rule that each is about, and no foreign one`() throws {
    let matrix = try MutationMatrix(#require(Self.media))
    for row in matrix.rows {
      let name = "\(row.mutant.name) (\(row.subject.name))"
      #expect(row.silent == [], "\(name): these were to fail")
      #expect(row.foreign == [], "\(name): these fail too")
    }
  }

  @Test(arguments: Catalogue.rules.map(\.id))
  func `exist for every rule`(rule: String) {
    #expect(Mutant.all.contains { $0.own == rule })
  }

  @Test func `have names of their own and speak of rules that exist`() {
    #expect(Set(Mutant.all.map(\.name)).count == Mutant.all.count)
    let rules = Set(Catalogue.rules.map(\.id))
    for mutant in Mutant.all {
      #expect(rules.isSuperset(of: [mutant.own] + mutant.following.keys), "\(mutant.name)")
    }
  }

  @Test func `are listed in the repository as they are`() throws {
    let kept = try String(
      contentsOf: URL(filePath: "\(Corpus.path)/mutation-matrix.md"), encoding: .utf8)
    let isFresh = try MutationMatrix(#require(Self.media)).page == kept
    #expect(isFresh, "Corpus/mutation-matrix.md is stale; run: make matrix")
  }
}
