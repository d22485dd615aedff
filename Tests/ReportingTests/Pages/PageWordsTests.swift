import Testing

@testable import Reporting

/// Numbers on pages and in the terminal.
@Suite struct PageWordsTests {
  @Test(
    "Amounts have separators of thousands, and a decimal if they are not whole",
    arguments: [
      (0, "0"), (0.04, "0.0"), (0.25, "0.3"), (999.96, "1,000.0"), (1_000, "1,000"),
      (36_052.3, "36,052.3"), (-1_234.5, "-1,234.5"), (1_234_567, "1,234,567"),
    ])
  func amounts(_ amount: Double, _ text: String) { #expect(PageWords.amount(amount) == text) }
}
