import AdherenceAnalytics
import Charts
import Testing

/// The colours are distinguishable, on white and on near-black pages.
@Suite struct ChartRoleTests {
  /// The parts of `#RRGGBB`, from 0 to 1.
  private func parts(_ color: String) throws -> [Double] {
    let digits = Array(color.dropFirst())
    try #require(color.hasPrefix("#") && digits.count == 6)
    return try stride(from: 0, to: 6, by: 2).map { place in
      Double(try #require(Int(String(digits[place...place + 1]), radix: 16))) / 255
    }
  }

  /// The relative luminance of WCAG 2, with powers by whole numbers: x^2.4 is the fifth root of x^12.
  private func luminance(_ color: String) throws -> Double {
    let linear = try parts(color).map { part in
      part <= 0.04045 ? part / 12.92 : power24((part + 0.055) / 1.055)
    }
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
  }

  private func power24(_ x: Double) -> Double {
    let target = (0..<12).reduce(1.0) { product, _ in product * x }
    var root = x
    for _ in 0..<60 {
      root -= (root * root * root * root * root - target) / (5 * root * root * root * root)
    }
    return root
  }

  private func contrast(_ a: String, _ b: String) throws -> Double {
    let pair = try [luminance(a), luminance(b)].sorted()
    return (pair[1] + 0.05) / (pair[0] + 0.05)
  }

  @Test func `Black on white has the largest contrast`() throws {
    #expect(abs(try contrast("#000000", "#FFFFFF") - 21) < 1e-9)
    #expect(abs(try contrast("#777777", "#FFFFFF") - 4.478) < 0.001)
  }

  @Test(arguments: ChartRole.allCases)
  func `A role has contrast on light and dark pages`(role: ChartRole) throws {
    #expect(try contrast(role.color, "#FFFFFF") >= 3)
    #expect(try contrast(role.color, "#1E1E1E") >= 3)
    #expect(role.opacity > 0 && role.opacity <= 1)
  }

  @Test func `Adjacent series have different colours`() {
    let states: [ChartRole] = [
      .done, .early, .late, .partial, .missed, .declined, .onHold, .pending, .unscheduled,
    ]
    #expect(Set(states.map(\.color)).count == states.count)
    let equals = (0..<8).map(ChartRole.nth)
    #expect(Set(equals.map(\.color)).count == equals.count)
  }

  @Test func `Each state of a day has a shape of its own`() {
    let states: [ChartRole] = [
      .done, .early, .late, .partial, .missed, .declined, .pending, .unscheduled, .secondary,
    ]
    #expect(Set(states.map(\.sign)).count == states.count)
  }
}
