/// Properties of the points of a series, computed in one pass.
struct SeriesTraits {
  private(set) var count = 0
  /// The number of distinct horizontal positions.
  private(set) var places = 0
  private(set) var hasXEnd = false
  private(set) var hasYEnd = false
  private(set) var hasValue = false
  private(set) var hasLabel = false
  private(set) var hasMissing = false
  private(set) var hasFields = false
  /// Whether the colour value of any point is missing.
  private(set) var lacksValues = false
  /// Whether any point is isolated, so that a line would not show it.
  private(set) var hasLonePoint = false

  init(_ series: ChartSeries) {
    let points = series.points
    count = points.count
    places = SeriesTraits.places(of: points)
    for place in points.indices {
      add(points[place])
      let hasBefore = place > 0 && points[place - 1].y != nil
      let hasAfter = place + 1 < points.count && points[place + 1].y != nil
      if points[place].y != nil, !hasBefore, !hasAfter { hasLonePoint = true }
    }
  }

  /// Counts the distinct positions of points, which are mostly ascending.
  private static func places(of points: [ChartPoint]) -> Int {
    let rises = zip(points.indices, points.indices.dropFirst()).lazy.map {
      points[$1].x - points[$0].x
    }
    guard rises.allSatisfy({ $0 >= 0 }) else { return Set(points.lazy.map(\.x)).count }
    return points.isEmpty ? 0 : 1 + rises.count { $0 > 0 }
  }

  private mutating func add(_ point: ChartPoint) {
    if point.xEnd != nil { hasXEnd = true }
    if point.yEnd != nil { hasYEnd = true }
    if point.value == nil { lacksValues = true } else { hasValue = true }
    if point.label != nil { hasLabel = true }
    if point.missing != nil { hasMissing = true }
    if point.values.contains(where: { $0 != nil }) { hasFields = true }
  }
}
