/// The appearance of an image: its theme and size.
public struct ChartLook: Hashable, Sendable {
  /// The theme.
  public var theme: ChartTheme
  /// The width in pixels; `nil` for that of the kind.
  public var width: Double?
  /// The height in pixels; `nil` for that of the kind.
  public var height: Double?

  /// The supported sizes: smaller images have no room for text, and larger ones exceed the memory
  /// of renderers.
  public static let sizes = 120.0...10_000

  /// Creates a look; sizes are clamped to ``sizes``.
  public init(theme: ChartTheme = .light, width: Double? = nil, height: Double? = nil) {
    self.theme = theme
    self.width = width.map(Self.inRange)
    self.height = height.map(Self.inRange)
  }

  private static func inRange(_ size: Double) -> Double {
    size.isNaN ? sizes.lowerBound : min(max(size, sizes.lowerBound), sizes.upperBound)
  }
}
