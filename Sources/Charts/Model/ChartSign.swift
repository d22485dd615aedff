/// A marker shape that distinguishes points without colour.
public enum ChartSign: String, CaseIterable, Hashable, Sendable, Codable {
  case circle, square, diamond
  case triangleUp, triangleDown, triangleLeft, triangleRight
  /// Two crossing diagonal lines.
  case cross
  /// A horizontal and a vertical line.
  case plus
  /// A vertical line.
  case tick

  /// Whether it consists of lines without a fill.
  var isStroked: Bool {
    switch self {
    case .cross, .plus, .tick: true
    case .circle, .square, .diamond, .triangleUp, .triangleDown, .triangleLeft, .triangleRight:
      false
    }
  }
}

extension ChartSign {
  /// The name of a filled shape that renderers have in common.
  var closedName: String {
    switch self {
    case .triangleUp: "triangle-up"
    case .triangleDown: "triangle-down"
    case .triangleLeft: "triangle-left"
    case .triangleRight: "triangle-right"
    case .circle, .square, .diamond, .cross, .plus, .tick: rawValue
    }
  }
}

extension ChartRole {
  /// The shape of its dots; early points left, late points right.
  public var sign: ChartSign {
    switch self {
    case .early: .triangleLeft
    case .late: .triangleRight
    case .partial: .diamond
    case .missed: .cross
    case .declined: .plus
    case .pending: .triangleUp
    case .secondary: .triangleDown
    case .unscheduled: .square
    case .primary, .due, .interval, .outerInterval, .done, .onHold, .nothingDue, .signal,
      .reference, .first, .second, .third, .fourth, .fifth, .sixth, .seventh, .eighth:
      .circle
    }
  }
}

extension ChartRole {
  /// The shape of its dots among several equivalent series.
  fileprivate var signAmongOthers: ChartSign {
    switch self {
    case .second: .square
    case .third: .diamond
    case .fourth: .triangleUp
    default: sign
    }
  }
}

extension ChartData {
  /// Returns the shape of a series' dots and ticks.
  public func sign(of series: ChartSeries) -> ChartSign {
    if series.mark == .tick {
      return series.role == .missed || series.role == .signal ? .cross : .tick
    }
    // A treatment that continues points to the right.
    if y.scale == .category, series.role == .done { return .triangleRight }
    return kind.traits.hasSignPerSeries ? series.role.signAmongOthers : series.role.sign
  }
}
