import Diagnostics
import Scheduling
import Testing

@Suite struct InputErrorMarksTests {
  private static func letter(_ marks: [String], _ count: Int) -> String {
    "a" + (0..<count).map { marks[$0 % marks.count] }.joined()
  }

  @Test(arguments: [
    ["\u{301}"], ["\u{301}", "\u{323}"], ["\u{5B0}", "\u{591}"], ["\u{F73}"], ["\u{1D165}"],
  ]) func aLetterHasSixtyFourMarksAtMost(_ marks: [String]) throws {
    let most = Self.letter(marks, 64)
    #expect(try InputError.requireFewMarks(most, field: "id") == most)
    let texts = [Self.letter(marks, 65), "Ann " + Self.letter(marks, 65) + " Lee"]
    for text in texts {
      #expect(text.hasManyMarks)
      let error = #expect(throws: InputError.self) {
        try InputError.requireFewMarks(text, field: "id")
      }
      let start = String(String.UnicodeScalarView(text.unicodeScalars.prefix(8)))
      #expect(
        error?.description == "'id' must have no more than 64 marks on one letter, not '\(start)…'")
    }
  }

  /// Every letter may have that many; joiners are not counted as marks.
  @Test func longTextsAreLetters() {
    #expect(!String(repeating: Self.letter(["\u{301}", "\u{323}"], 64), count: 100).hasManyMarks)
    #expect(!String(repeating: "\u{1F468}\u{200D}", count: 10_000).hasManyMarks)
    #expect(!String(repeating: "한글 नमस्ते สวัสดี ᠮᠣᠩᠭᠣᠯ", count: 100).hasManyMarks)
    #expect(!String(repeating: "a", count: 100_000).hasManyMarks)
  }
}
