import Testing

@testable import Interchange

@Suite struct CellNumberTests {
  struct Example: CustomTestStringConvertible, Sendable {
    var text: String
    var point: Double?
    var comma: Double?
    var unit = ""

    var testDescription: String { text }
  }

  @Test(arguments: [
    Example(text: "5", point: 5, comma: 5),
    Example(text: "-2", point: -2, comma: -2),
    Example(text: "2.5", point: 2.5, comma: nil),
    Example(text: "2,5", point: nil, comma: 2.5),
    Example(text: "1.000", point: 1, comma: 1_000),
    Example(text: "1,000", point: 1_000, comma: 1),
    Example(text: "12.345.678", point: nil, comma: 12_345_678),
    Example(text: "1,234.5", point: 1_234.5, comma: nil),
    Example(text: "1.234,5", point: nil, comma: 1_234.5),
    Example(text: "1 234,5", point: nil, comma: 1_234.5),
    Example(text: "1'234", point: 1_234, comma: 1_234),
    Example(text: "10,000 units", point: 10_000, comma: 10, unit: "units"),
    Example(text: "1 pill(s)", point: 1, comma: 1, unit: "pill(s)"),
    Example(text: "500mg", point: 500, comma: 500, unit: "mg"),
    Example(text: "1.5e3", point: 1_500, comma: nil),
    Example(text: ".5", point: 0.5, comma: nil),
  ])
  func `a number is parsed with its decimal separator`(_ example: Example) throws {
    let number = try #require(CellNumber(example.text))
    #expect(number.value(decimal: UInt8(ascii: ".")) == example.point)
    #expect(number.value(decimal: .comma) == example.comma)
    #expect(number.unit == example.unit)
  }

  @Test(arguments: ["", "x", "12:30", "1/2", "2025-01-01", "1..2", "1.2.3", "--1", "1_000", "."])
  func `other texts are not numbers`(_ text: String) { #expect(CellNumber(text) == nil) }

  @Test(arguments: [
    (["1.000", "500"], NumberProfile.DecimalMark.comma), (["1.250", "2", "1"], .point),
    (["1,000", "250", "500"], .point), (["1.250"], .open),
    (["2.5", "1.000"], .point), (["2.5", "1,5"], .contradictory), (["1,250", "2.5"], .point),
    (["2,5", "1.000"], .comma), (["1", "2"], .irrelevant),
  ])
  func `the other cells of a column decide about a separator before three digits`(
    _ texts: [String], _ mark: NumberProfile.DecimalMark
  ) {
    var profile = NumberProfile()
    for text in texts { profile.add(text, 1) }
    #expect(profile.decimalMark == mark)
  }

  @Test(arguments: [
    ("Taken", RowStatus.done), ("NOT_TAKEN", .missed), ("not-logged", .missed), ("Ja", .done),
    ("nicht genommen", .missed), ("Oubliée", .missed), ("SÍ", .done), ("refused", .declined),
    ("Skipped", .skipped), ("0", .missed), ("1", .done), ("TRUE", .done), ("snoozed", .missed),
    ("1 - Taken", .done), ("0_missed", .missed), ("(2) Missed", .missed), ("1=Yes", .done),
    ("0 = No", .missed), ("Missed (0)", .missed), ("Yes - on time", .done), ("No.", .missed),
    ("yes on time", .done), ("✅ Taken", .done), ("❌ missed", .missed), ("taken, 2", .done),
  ])
  func `words for a status are recognized in any case`(_ word: String, _ status: RowStatus) {
    #expect(StatusWords().status(of: word) == status)
  }

  /// A number of doses, a value of the word or a number of its own is no status.
  @Test(arguments: [
    "0 taken", "1 taken", "2 taken", "0 x", "0 missed", "taken=0", "taken=1", "missed=0",
    "missed: no", "Taken: Yes", "taken (0)", "no missed", "missed (no)", "1.5", "0.5", "1,0", "0,0",
    "08:00", "8:00 pm", "1-2", "(1)", "taken, missed",
  ])
  func `a value beside a word is a question`(_ text: String) {
    #expect(StatusWords().status(of: text) == nil)
  }

  @Test func `words can be given other meanings`() throws {
    var words = try #require(StatusWords("nap=ignored,Taken=missed,=skipped"))
    words.set("x", .done)
    #expect(words.status(of: "NAP") == .ignored && words.status(of: "taken") == .missed)
    #expect(words.status(of: "") == .skipped && StatusWords().status(of: "nap") == nil)
    #expect(StatusWords("nap=later") == nil)
    #expect(StatusWords("\(words)") == words)
  }
}
