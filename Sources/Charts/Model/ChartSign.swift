/// A shape by which something is told apart without its colour.
public enum ChartSign: String, CaseIterable, Hashable, Sendable, Codable {
  case circle, square, diamond
  case triangleUp, triangleDown, triangleLeft, triangleRight
  /// Two lines that cross like an X.
  case cross
  /// Two lines that cross upright.
  case plus
  /// An upright line.
  case tick

  /// Whether it is of lines, which have a width and no inside.
  var isStroked: Bool {
    switch self {
    case .cross, .plus, .tick: true
    case .circle, .square, .diamond, .triangleUp, .triangleDown, .triangleLeft, .triangleRight:
      false
    }
  }
}

extension ChartSign {
  /// What renderers agree to call a shape that has an inside.
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
  /// The shape of its dots: what is early points back, and what is late points on.
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
  /// The shape of its dots where several equal things lie among each other.
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
  /// The shape of a series' dots and ticks.
  public func sign(of series: ChartSeries) -> ChartSign {
    if series.mark == .tick {
      return series.role == .missed || series.role == .signal ? .cross : .tick
    }
    // What goes on points to the future.
    if y.scale == .category, series.role == .done { return .triangleRight }
    return kind == .values ? series.role.signAmongOthers : series.role.sign
  }
}
