import AdherenceStatistics
import Foundation

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
    .text("group", \.member), .count("groups", \.members), .count("patients", \.patients),
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
    return [ReferenceLine(.y, at: plot.center, "all \(ChartText.percent(plot.center))", .reference)]
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
      return ChartSeries("Limits of \(ChartText.level(level))", .area, role, points)
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
      return ChartSeries(zone.name, .dot, zone.role, ordered)
    }.filter { !$0.points.isEmpty }
  }

  /// Returns the labels of the farthest members beyond the limits; overlapping labels are merged.
  func names(limit: Int) -> [ChartAnnotation] {
    let width = range.map { $0.upperBound - $0.lowerBound } ?? 1
    var places: [(annotation: ChartAnnotation, more: Int)] = []
    for dot in dots.prefix(max(0, limit)) where dot.zone != .within {
      let own = ChartAnnotation(x: Double(dot.count.expected), y: dot.ratio, dot.name)
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
      "Of \(count) groups, of whose patients \(ChartText.percent(plot.center)) are adherent, "
      + "\(beyond[1] + beyond[2]) lie beyond the limits of 95 % and \(beyond[2]) beyond those of "
      + "99.8 %." + left
  }
}

extension FunnelDrawing.PositionedMember {
  /// The member as a point.
  fileprivate var point: ChartPoint {
    var point = ChartPoint(Double(count.expected), ratio, value: 1, label: name)
    point.values = FunnelDrawing.fields.values(
      of: FunnelDrawing.DotCounts(
        member: name, members: 1, patients: count.expected, adherent: count.taken))
    return point
  }
}
