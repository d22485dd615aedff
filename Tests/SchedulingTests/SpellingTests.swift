import Diagnostics
import Scheduling
import Testing

@Suite struct SpellingTests {
  @Test(arguments: [
    ("reprot", "report"), ("report", "report"), ("REPORT", "report"), ("rport", "report"),
    ("reeport", "report"), ("impotr", "import"), ("exprot", "export"),
  ])
  func theNearestWord(_ word: String, _ nearest: String) {
    #expect(Spelling.nearest(to: word, in: ["import", "report", "export"]) == nearest)
  }

  @Test(arguments: ["", "x", "banana", "reprotreprot", String(repeating: "report", count: 10_000)])
  func nothingIsNear(_ word: String) {
    #expect(Spelling.nearest(to: word, in: ["import", "report", "export"]) == nil)
  }

  @Test func aThirdOfTheLettersMayDiffer() {
    #expect(Spelling.nearest(to: "axx", in: ["abc"]) == nil)
    #expect(Spelling.nearest(to: "abx", in: ["abc"]) == "abc")
    #expect(Spelling.nearest(to: "mondyay", in: ["monday", "sunday"]) == "monday")
  }

  @Test func theFirstOfEquallyNearWordsCounts() {
    #expect(Spelling.nearest(to: "bat", in: ["cat", "hat"]) == "cat")
    #expect(Spelling.nearest(to: "hat", in: ["cat", "hat"]) == "hat")
  }
}
