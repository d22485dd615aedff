import AdherenceAnalytics
import Diagnostics
import Scheduling
import TestSupport
import Testing

@Suite struct PatientFilterTests {
  @Test(arguments: ["", "P01,", "group:", "tag:"]) func noFilter(_ text: String) {
    #expect(throws: InputError.self) { try PatientFilter(text) }
  }

  /// The definition of a pattern: tries every length for every `*`.
  @Test func patternsAgreeWithTheirDefinition() throws {
    func fits(_ text: Substring, _ pattern: Substring) -> Bool {
      guard let first = pattern.first else { return text.isEmpty }
      if first == "*" {
        return (0...text.count).contains { fits(text.dropFirst($0), pattern.dropFirst()) }
      }
      guard let own = text.first else { return false }
      return (first == "?" || first == own) && fits(text.dropFirst(), pattern.dropFirst())
    }
    var random = Seeded(state: 31)
    for _ in 0..<2000 {
      let text = String((0..<6).map { _ in ["a", "b"].randomElement(using: &random) ?? "a" })
      let pattern = String(
        (0..<4).map { _ in ["a", "b", "*", "?"].randomElement(using: &random) ?? "*" })
      #expect(
        try PatientFilter(pattern).mayPass(text) == fits(text[...], pattern[...]),
        "\(text) \(pattern)")
    }
  }
}
