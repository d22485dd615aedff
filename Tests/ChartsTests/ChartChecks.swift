import AdherenceAnalytics
import AdherenceStatistics
import Charts
import TestSupport
import Testing

extension ChartData {
  /// The points of the series of a name.
  func points(_ name: String) throws -> [ChartPoint] {
    try #require(series.first { $0.name == name }, "no series \(name)").points
  }

  /// Checks the invariants of every chart: series names are unique, drawn values are finite,
  /// missing values have a reason, positions are sorted, and no kind exceeds its maximum number of
  /// points.
  func checkLaws(_ place: SourceLocation = #_sourceLocation) {
    #expect(Set(series.map(\.name)).count == series.count, sourceLocation: place)
    #expect(!summary.isEmpty && summary.hasSuffix("."), sourceLocation: place)
    #expect(!summary.contains("nan") && !summary.contains("inf"), sourceLocation: place)
    #expect(pointCount <= kind.pointLimit, sourceLocation: place)
    for series in series {
      for point in series.points {
        let numbers = [point.x, point.xEnd, point.y, point.yEnd, point.value].compactMap(\.self)
        #expect(
          numbers.allSatisfy { $0.isFinite }, "\(series.name): \(point)", sourceLocation: place)
        #expect(
          (point.y == nil) == (point.missing != nil), "\(series.name): \(point)",
          sourceLocation: place)
      }
      let isOrdered = zip(series.points, series.points.dropFirst()).allSatisfy { $0.x <= $1.x }
      #expect(isOrdered || y.scale == .category, "\(series.name)", sourceLocation: place)
    }
  }
}
