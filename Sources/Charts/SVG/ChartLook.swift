/// How a picture is to look: its theme and its size.
public struct ChartLook: Hashable, Sendable {
  /// What it lies on.
  public var theme: ChartTheme
  /// How wide it is, in pixels; `nil` for what its kind needs.
  public var width: Double?
  /// How high it is, in pixels; `nil` for what its kind needs.
  public var height: Double?

  /// Which sizes a picture can have: below, words have no room, and above, renderers have no memory.
  public static let sizes = 120.0...10_000

  /// Creates a look; sizes out of ``sizes`` become the nearest in it.
  public init(theme: ChartTheme = .light, width: Double? = nil, height: Double? = nil) {
    self.theme = theme
    self.width = width.map(Self.inRange)
    self.height = height.map(Self.inRange)
  }

  private static func inRange(_ size: Double) -> Double {
    size.isNaN ? sizes.lowerBound : min(max(size, sizes.lowerBound), sizes.upperBound)
  }
}
