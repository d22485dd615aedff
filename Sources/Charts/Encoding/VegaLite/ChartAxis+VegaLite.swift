import Formats
import Scheduling

/// The encoding channels of an axis.
struct VegaAxis {
  private let axis: ChartAxis
  private let scale: JSONValue
  private let guide: JSONValue

  init(_ axis: ChartAxis, isDrawn: Bool) {
    self.axis = axis
    scale = axis.vegaScale.once
    guide = isDrawn ? axis.vegaAxis.once : .null
  }

  /// Returns the channel of a field; `isBand` fills the day.
  func channel(_ field: String, isBand: Bool = false) -> JSONValue {
    .properties([
      ("field", .text(field)), ("type", axis.vegaType),
      ("timeUnit", isBand && axis.scale == .day ? "utcyearmonthdate" : nil), ("scale", scale),
      ("title", .text(axis.fullTitle)), ("axis", guide),
    ])
  }
}

// Conversion of an axis to a Vega-Lite channel.
extension ChartAxis {
  /// The Vega-Lite type of its positions.
  var vegaType: JSONValue {
    switch scale {
    case .number, .count, .share, .clock: "quantitative"
    case .day: "temporal"
    case .category: "ordinal"
    }
  }

  /// The title with its unit.
  var fullTitle: String {
    guard let unit, !unit.isEmpty else { return title }
    return title.isEmpty ? unit : "\(title) (\(unit))"
  }

  /// Returns a position as a constant of a specification.
  func constant(_ position: Double) -> JSONValue {
    switch scale {
    case .number, .count, .share: return .number(position)
    case .clock: return .number(ChartAxis.hours(position))
    case .day: return DayMoment(position).map(\.vegaDate) ?? .number(position)
    case .category:
      return uniqueCategories.named(at: position).map { .text($0) } ?? .number(position)
    }
  }

  fileprivate var vegaScale: JSONValue {
    switch scale {
    case .category: return ["domain": .texts(uniqueCategories)]
    case .day:
      // With "domain", Vega-Lite 6 parses the days of layers with an end differently from those of
      // other layers.
      return .properties([
        ("type", "utc"), ("domainMin", range.map { constant($0.lowerBound) }),
        ("domainMax", range.map { constant($0.upperBound) }), ("nice", false),
      ])
    case .number, .count, .share, .clock:
      return .properties([
        ("domain", domain), ("zero", range == nil ? nil : false),
        ("nice", range == nil ? nil : false),
      ])
    }
  }

  private var domain: JSONValue? {
    range.map { [constant($0.lowerBound), constant($0.upperBound)] }
  }

  fileprivate var vegaAxis: JSONValue {
    .properties([
      ("format", format), ("tickCount", scale == .day && ticks.isEmpty ? 8 : nil),
      ("tickMinStep", scale == .count ? 1 : nil), ("labelExpr", labelExpression),
      ("values", values),
      ("grid", scale == .category ? false : nil),
    ])
  }

  private var format: JSONValue? {
    switch scale {
    case .share: ".0%"
    case .day: "%Y-%m-%d"
    case .number, .count, .clock, .category: nil
    }
  }

  private var values: JSONValue? {
    if !ticks.isEmpty { return .list(ticks.map { constant($0.at) }) }
    guard scale == .clock, let range, range.upperBound - range.lowerBound > 4 * 3600 else {
      return nil
    }
    let step = 4 * 3600.0
    let first = (range.lowerBound / step).rounded(.up) * step
    return .list(stride(from: first, through: range.upperBound, by: step).map(constant))
  }

  /// The tick labels, as an expression that looks them up by position.
  private var labelExpression: JSONValue? {
    if ticks.isEmpty { return scale == .clock ? .text(ChartAxis.clockLabel) : nil }
    let labels = JSONValue.object(ticks.map { (key($0.at), .text($0.label)) })
    let position = scale == .day ? "utcFormat(datum.value,'%Y-%m-%d')" : "toString(datum.value)"
    return .text("(\(String(decoding: labels.bytes, as: UTF8.self)))[\(position)]")
  }

  /// Formats hours as a time of day, as `AxisTicks.time` does.
  private static let clockLabel =
    "datum.value==24?'24:00':utcFormat(datum.value*3600000,'%H:%M')"
    + "+(datum.value>24?' +'+floor(datum.value/24)+' d':'')"

  /// Returns a position as written in a Vega expression.
  private func key(_ position: Double) -> String {
    var bytes = ByteWriter()
    switch constant(position) {
    case .number(let number): bytes.put(json: number)
    case .text(let name): return name
    default: DayMoment(position.rounded(.down))?.put(to: &bytes)
    }
    return bytes.text
  }
}

extension DayMoment {
  /// The instant as a Vega-Lite date-time object.
  var vegaDate: JSONValue {
    let (year, month, dayOfMonth) = day.parts
    return .properties([
      ("utc", true), ("year", .number(Double(year))), ("month", .number(Double(month))),
      ("date", .number(Double(dayOfMonth))),
      ("milliseconds", millisecond > 0 ? .number(Double(millisecond)) : nil),
    ])
  }
}
