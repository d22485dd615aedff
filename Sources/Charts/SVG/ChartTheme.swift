/// What a picture lies on: its background, and the colours of all that has no role.
public enum ChartTheme: String, CaseIterable, Hashable, Sendable, Codable {
  /// Dark on white.
  case light
  /// Light on near black.
  case dark
  /// For print: white, with words and lines in black and full greys.
  case paper

  /// The colour behind the picture, as `#RRGGBB`.
  public var background: String { self == .dark ? "#1B2025" : "#FFFFFF" }

  /// The colour of headings and of words on the picture.
  public var ink: String {
    switch self {
    case .light: "#1C2733"
    case .dark: "#E8EBEE"
    case .paper: "#000000"
    }
  }

  /// The colour of axes and of their words.
  public var soft: String {
    switch self {
    case .light: "#546170"
    case .dark: "#A9B4BF"
    case .paper: "#444444"
    }
  }

  /// The colour of the lines of the grid.
  public var line: String {
    switch self {
    case .light: "#DCDFE2"
    case .dark: "#353E47"
    case .paper: "#BBBBBB"
    }
  }

  /// The colours of values, from the least to the greatest.
  var steps: [String] {
    self == .dark
      ? [
        "#7A4A22", "#74563B", "#6D6150", "#656C64", "#597578", "#4A7F8C", "#5F92A1", "#74A5B7",
        "#89B9CD", "#9FCDE3", "#B5E1FA",
      ]
      : [
        "#F2C38B", "#E2C498", "#D2C4A4", "#C1C4AF", "#AFC4BA", "#9CC3C4", "#80ABB8", "#6494AC",
        "#497DA0", "#2D6693", "#0A4F86",
      ]
  }

  /// The colour of a role where it lets the background through.
  func mixed(_ role: ChartRole) -> String {
    func parts(_ color: String) -> [Double] {
      (0..<3).map { place in
        let digits = color.dropFirst(1 + 2 * place).prefix(2)
        return Double(Int(digits, radix: 16) ?? 0)
      }
    }
    return zip(parts(role.color), parts(background)).reduce(into: "#") { text, pair in
      let part = Int((pair.0 * role.opacity + pair.1 * (1 - role.opacity)).rounded())
      text += (part < 16 ? "0" : "") + String(part, radix: 16, uppercase: true)
    }
  }
}
