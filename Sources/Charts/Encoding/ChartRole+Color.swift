// The colours follow Okabe and Ito (2008), darkened or lightened until each has a contrast of at
// least 3 : 1 to white and near black (#1E1E1E), as WCAG 2 requires for graphics, so that one
// palette serves light and dark pages. Done, early, late, partial and missed differ by a ΔE2000 of
// at least 20 for any colour vision, as verified by simulation in `make check-charts`.
extension ChartRole {
  /// The colour as `#RRGGBB`, distinguishable from related roles with any colour vision.
  public var color: String {
    switch self {
    case .primary, .interval, .outerInterval, .first: "#0072B2"
    case .secondary, .fifth: "#B87D00"
    case .due, .reference, .nothingDue: "#808080"
    case .done, .third: "#009E73"
    case .early: "#606A80"
    case .late: "#A970F5"
    case .partial: "#2B7480"
    case .missed: "#E84010"
    case .second: "#D55E00"
    case .sixth: "#3A94CC"
    case .unscheduled, .seventh: "#8F7F00"
    case .declined, .fourth: "#B5629A"
    case .onHold: "#8C8C8C"
    case .pending: "#6C86B4"
    case .eighth: "#7A78C8"
    case .signal: "#D6336C"
    }
  }

  /// The opacity, from 0 to 1; backgrounds are translucent.
  public var opacity: Double {
    switch self {
    case .nothingDue, .outerInterval: 0.18
    case .interval, .pending: 0.35
    case .due: 0.45
    case .primary, .secondary, .done, .early, .late, .partial, .missed, .declined, .onHold,
      .unscheduled, .signal, .reference, .first, .second, .third, .fourth, .fifth, .sixth,
      .seventh, .eighth:
      1
    }
  }
}
