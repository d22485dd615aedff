import AdherenceStatistics

/// Members of a funnel plot merged with their neighbours.
struct FunnelBins {
  /// A dot for each nonempty bin, at the mean of its members.
  private(set) var points: [(zone: FunnelDrawing.LimitZone, point: ChartPoint)] = []

  /// The members of one bin and zone.
  private struct NeighbourSum {
    var members = 0
    var expected = 0
    var taken = 0
    var ratios = 0.0
  }

  /// Bins members on the finest grid that respects the limit.
  ///
  /// - Parameters:
  ///   - dots: The members.
  ///   - range: The horizontal range of the grid; the vertical one is from 0 to 1.
  ///   - limit: The maximum number of dots.
  init(_ dots: ArraySlice<FunnelDrawing.PositionedMember>, range: ClosedRange<Double>, limit: Int) {
    var side = max(1, Int(Double(limit).squareRoot()))
    var bins = FunnelBins.bins(dots, range, side: side)
    // Bins crossed by a control limit count twice.
    while bins.count > limit, side > 1 {
      side = max(1, side * 4 / 5)
      bins = FunnelBins.bins(dots, range, side: side)
    }
    points = bins.sorted { $0.key < $1.key }.compactMap { key, bin in
      let zone = FunnelDrawing.LimitZone(rawValue: key % FunnelDrawing.LimitZone.allCases.count)
      let members = Double(bin.members)
      var point = ChartPoint(
        Double(bin.expected) / members, bin.ratios / members, value: members,
        label: bin.members == 1 ? nil : "\(bin.members) groups")
      point.values = FunnelDrawing.fields.values(
        of: FunnelDrawing.DotCounts(
          members: bin.members, patients: bin.expected, adherent: bin.taken))
      return zone.map { ($0, point) }
    }
  }

  private static func bins(
    _ dots: ArraySlice<FunnelDrawing.PositionedMember>, _ range: ClosedRange<Double>, side: Int
  ) -> [Int: NeighbourSum] {
    var bins: [Int: NeighbourSum] = [:]
    let width = max(range.upperBound - range.lowerBound, 1)
    for dot in dots {
      let column = (Double(dot.count.expected) - range.lowerBound) / width * Double(side)
      let row = min(Int(dot.ratio * Double(side)), side - 1)
      let place = min(Int(column), side - 1) * side + row
      let key = place * FunnelDrawing.LimitZone.allCases.count + dot.zone.rawValue
      bins[key, default: NeighbourSum()].members += 1
      bins[key, default: NeighbourSum()].expected += dot.count.expected
      bins[key, default: NeighbourSum()].taken += dot.count.taken
      bins[key, default: NeighbourSum()].ratios += dot.ratio
    }
    return bins
  }
}
