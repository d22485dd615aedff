public import AdherenceStatistics
import Foundation

extension ChartData {
  /// Returns a funnel plot: the share of adherent patients of each site or group by its number of
  /// patients, with control limits.
  ///
  /// The 95 % and 99.8 % limits are those of `FunnelPlot` around the overall share, allowing for
  /// variance between members. Members without a patient with a ratio are omitted and counted in
  /// the summary. The ten members farthest beyond the 95 % limits are labelled; overlapping labels
  /// are merged.
  ///
  /// If there are too many members, the farthest ones keep individual dots, up to half of the
  /// limit. The others are merged with neighbours on the same side of the limits into a dot at
  /// their mean.
  ///
  /// - Parameters:
  ///   - members: The sites or groups.
  ///   - title: The title.
  ///   - subtitle: The patients and dates shown.
  ///   - limit: The maximum number of points, at least 200.
  ///   - names: The maximum number of labels.
  /// - Returns: The chart.
  /// - Complexity: O(*n* log *n*) for *n* members.
  public static func funnel(
    _ members: [FunnelMember], title: String, subtitle: String = "",
    limit: Int = ChartKind.funnel.pointLimit, names: Int = 10
  ) -> ChartData {
    precondition(limit > 199, "a funnel of \(limit) points")
    let drawing = FunnelDrawing(members)
    var chart = ChartData(
      .funnel, title: title, subtitle: subtitle, summary: drawing.summary,
      x: ChartAxis("Patients with a ratio", .count, range: drawing.range),
      y: .share("Share of adherent patients"),
      series: drawing.limits + drawing.dots(limit: limit - FunnelDrawing.limitPoints))
    chart.fields = FunnelDrawing.fields.fields
    chart.references = drawing.center
    chart.annotations = drawing.names(limit: names)
    if drawing.count > limit - FunnelDrawing.limitPoints {
      let points = drawing.count + FunnelDrawing.limitPoints
      chart.reduction = ChartReduction(.bins, points: points, limit: limit)
      chart.note =
        "\(drawing.count.grouped) groups: the farthest have a dot each, others share one at their mean."
    }
    return chart
  }
}

/// The positioned members of a funnel plot.
struct FunnelDrawing {
  /// A site or group with at least one patient with a ratio.
  struct PositionedMember {
    var name: String
    var count: AdherenceCount
    /// The distance from the center in standard errors, including the variance between members; 0
    /// if all are equal.
    var distance: Double
    var zone: LimitZone

    var ratio: Double { Double(count.taken) / Double(count.expected) }
  }

  /// The control limits within or beyond which a member lies.
  enum LimitZone: Int, CaseIterable {
    case within, beyond95, beyond998

    var name: String {
      ["Within the limits", "Beyond the limits of 95 %", "Beyond the limits of 99.8 %"][rawValue]
    }

    var role: ChartRole { [.primary, .secondary, .signal][rawValue] }
  }

  /// The members represented by a dot, and their patients.
  struct DotCounts {
    /// The name; `nil` for several.
    var member: String?
    var members: Int
    var patients: Int
    var adherent: Int
  }

  static let fields = PointFields<DotCounts>([
    .text("group", \.member), .count("groups", \.members), .count("n", \.patients),
    .count("adherentPatients", \.adherent),
  ])

  private let plot: FunnelPlot?
  /// The members with patients with a ratio, the farthest first.
  private let dots: [PositionedMember]
  /// The number of members without such patients.
  private let withoutRatio: Int

  init(_ members: [FunnelMember]) {
    let plot = FunnelPlot.of(members).value
    self.plot = plot
    let shown = plot?.members ?? []
    withoutRatio = members.count { $0.count.expected == 0 }
    let limits = (Normal.halfWidth(level: 0.95), Normal.halfWidth(level: 0.998))
    dots = zip(shown, plot?.adjustedZ ?? []).map { member, z in
      let distance = z.value ?? 0
      let zone: LimitZone =
        abs(distance) > limits.1 ? .beyond998 : abs(distance) > limits.0 ? .beyond95 : .within
      return PositionedMember(
        name: member.name, count: member.count, distance: distance, zone: zone)
    }.sorted { (abs($1.distance), $0.name) < (abs($0.distance), $1.name) }
  }

  /// The number of drawn members.
  var count: Int { dots.count }

  /// The padded range of the numbers of patients; `nil` without members.
  var range: ClosedRange<Double>? {
    due.map { range in
      let room = max(1, Double(range.upperBound - range.lowerBound) / 20)
      return Double(range.lowerBound) * 0.9...Double(range.upperBound) + room
    }
  }

  private var due: ClosedRange<Int>? {
    let all = dots.lazy.map(\.count.expected)
    return all.min().flatMap { least in all.max().map { least...$0 } }
  }

  /// A line at the overall share.
  var center: [ReferenceLine] {
    guard let plot else { return [] }
    return [
      ReferenceLine(
        .y, at: plot.center, "all \(ChartText.percent(plot.center))", .reference,
        statistic: "overall")
    ]
  }

  /// The maximum number of points of the limits.
  static let limitPoints = 2 * (steps + 1)
  private static let steps = 60

  /// The control limits over the range, the wider ones in the background.
  var limits: [ChartSeries] {
    guard let plot, let range else { return [] }
    let places = FunnelDrawing.places(
      in: max(1, Int(range.lowerBound))...max(1, Int(range.upperBound)))
    return [(0.998, ChartRole.outerInterval), (0.95, .interval)].map { level, role in
      let points = places.map { place in
        let limits = plot.limits(expected: place, level: level)
        return ChartPoint(Double(place), limits.lower, yEnd: limits.upper)
      }
      return ChartSeries(
        "Limits of \(ChartText.level(level))", .area, role, points,
        statistic: role == .interval ? "limits95" : "limits998")
    }
  }

  /// Returns sample positions in a range, denser for small numbers, where the limits are curved.
  private static func places(in range: ClosedRange<Int>) -> [Int] {
    let (lower, upper) = (Double(range.lowerBound), Double(range.upperBound))
    var places: [Int] = []
    for step in 0...steps {
      let place = Int((lower * pow(upper / lower, Double(step) / Double(steps))).rounded())
      if places.last != place { places.append(min(place, range.upperBound)) }
    }
    return places
  }

  /// Returns the members; if there are too many, only the farthest have individual dots.
  func dots(limit: Int) -> [ChartSeries] {
    let single = count <= limit ? dots.count : limit / 2
    var points = Array(repeating: [ChartPoint](), count: LimitZone.allCases.count)
    for dot in dots[..<single] { points[dot.zone.rawValue].append(dot.point) }
    let bins = FunnelBins(dots[single...], range: range ?? 0...1, limit: limit - single)
    for (zone, point) in bins.points { points[zone.rawValue].append(point) }
    return LimitZone.allCases.map { zone in
      let ordered = points[zone.rawValue].sorted { ($0.x, $0.y ?? 0) < ($1.x, $1.y ?? 0) }
      return ChartSeries(zone.name, .dot, zone.role, ordered, statistic: "adherentShare")
    }.filter { !$0.points.isEmpty }
  }

  /// Returns the labels of the farthest members beyond the limits; overlapping labels are merged.
  func names(limit: Int) -> [ChartAnnotation] {
    let width = range.map { $0.upperBound - $0.lowerBound } ?? 1
    var places: [(annotation: ChartAnnotation, more: Int)] = []
    for dot in dots.prefix(max(0, limit)) where dot.zone != .within {
      let own = ChartAnnotation(
        x: Double(dot.count.expected), y: dot.ratio, dot.name, statistic: "group")
      let near = places.firstIndex { place in
        abs(place.annotation.x - own.x) < width / 8
          && abs((place.annotation.y ?? 0) - dot.ratio) < 0.06
      }
      if let near { places[near].more += 1 } else { places.append((own, 0)) }
    }
    return places.map { place in
      var annotation = place.annotation
      if place.more > 0 {
        annotation.text = "\(annotation.text.isolated) and \(place.more) more"
      }
      return annotation
    }
  }

  /// The summary of the chart.
  var summary: String {
    let left =
      withoutRatio == 0
      ? "" : " \(withoutRatio) more have no patient with a ratio and are not shown."
    guard let plot else { return "Fewer than two groups have patients with a ratio." + left }
    let beyond = LimitZone.allCases.map { zone in dots.count { $0.zone == zone } }
    return
      "Of \(count.grouped) groups, of whose patients \(ChartText.percent(plot.center)) are adherent, "
      + "\(beyond[1] + beyond[2]) lie beyond the limits of 95 % and \(beyond[2]) beyond those of "
      + "99.8 %." + left
  }
}

extension FunnelDrawing.PositionedMember {
  /// The member as a point.
  fileprivate var point: ChartPoint {
    var point = ChartPoint(Double(count.expected), ratio, label: name)
    point.values = FunnelDrawing.fields.values(
      of: FunnelDrawing.DotCounts(
        member: name, members: 1, patients: count.expected, adherent: count.taken))
    return point
  }
}

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
        Double(bin.expected) / members, bin.ratios / members,
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
