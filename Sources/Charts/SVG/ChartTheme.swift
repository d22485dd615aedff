/// The background of an image, and the colours of elements without a role.
public enum ChartTheme: String, CaseIterable, Hashable, Sendable, Codable {
  /// Dark on white.
  case light
  /// Light on near black.
  case dark
  /// For print: white, with text and lines in black and solid greys.
  case paper

  /// The background colour, as `#RRGGBB`.
  public var background: String { self == .dark ? "#1B2025" : "#FFFFFF" }

  /// The colour of headings and of text in the plot.
  public var ink: String {
    switch self {
    case .light: "#1C2733"
    case .dark: "#E8EBEE"
    case .paper: "#000000"
    }
  }

  /// The colour of axes and their labels.
  public var soft: String {
    switch self {
    case .light: "#546170"
    case .dark: "#A9B4BF"
    case .paper: "#444444"
    }
  }

  /// The colour of grid lines.
  public var line: String {
    switch self {
    case .light: "#DCDFE2"
    case .dark: "#353E47"
    case .paper: "#BBBBBB"
    }
  }

  /// Returns the colours of cell values in every renderer, from the lowest to the highest: shares
  /// from orange to blue, other values from pale, so that 0 is near the background, to blue.
  func ramp(of axis: ChartAxis) -> [String] {
    axis.scale == .share ? shareRamp : valueRamp
  }

  var shareRamp: [String] {
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

  var valueRamp: [String] {
    self == .dark
      ? [
        "#26323C", "#34444F", "#435562", "#516675", "#5F7888", "#6E8A9B", "#7C9BAE", "#8AACC1",
        "#98BED4", "#A7D0E7", "#B5E1FA",
      ]
      : [
        "#EDF3F8", "#D6E3ED", "#C0D2E1", "#A9C2D6", "#92B1CA", "#7CA1BF", "#6591B4", "#4E80A8",
        "#37709D", "#215F91", "#0A4F86",
      ]
  }

  /// Returns the colour of a translucent role blended with the background.
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

/// The appearance of an image: its theme, its size and its resolution.
public struct ChartLook: Hashable, Sendable {
  /// The theme.
  public var theme: ChartTheme
  /// The width in pixels; `nil` for that of the kind.
  public var width: Double?
  /// The height in pixels; `nil` for that of the kind.
  public var height: Double?
  /// The pixels of a PNG for each pixel of the width and the height.
  public var scale: Double

  /// The supported sizes: smaller images have no room for text, and larger ones exceed the memory
  /// of renderers.
  public static let sizes = 120.0...10_000

  /// The supported scales.
  public static let scales = 1.0...8

  /// Creates a look; sizes are clamped to ``sizes``, and the scale to ``scales``.
  public init(
    theme: ChartTheme = .light, width: Double? = nil, height: Double? = nil, scale: Double = 1
  ) {
    self.theme = theme
    self.width = width.map { Self.clamped($0, to: Self.sizes) }
    self.height = height.map { Self.clamped($0, to: Self.sizes) }
    self.scale = Self.clamped(scale, to: Self.scales)
  }

  private static func clamped(_ size: Double, to range: ClosedRange<Double>) -> Double {
    size.isNaN ? range.lowerBound : min(max(size, range.lowerBound), range.upperBound)
  }
}
