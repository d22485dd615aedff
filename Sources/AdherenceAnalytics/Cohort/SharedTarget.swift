/// What the targets of several patients allow, as long as it is the same.
enum SharedTarget: Hashable, Sendable, Codable {
  case ofNobody
  /// The ends, which are `nil` where there is none.
  case one(low: Double?, high: Double?)
  case several

  /// The target of one patient.
  init(_ range: ClosedRange<Double>?) {
    func finite(_ end: Double?) -> Double? { end.flatMap { $0.isFinite ? $0 : nil } }
    self = .one(low: finite(range?.lowerBound), high: finite(range?.upperBound))
  }

  /// Adds the targets of other patients.
  mutating func merge(_ other: SharedTarget) {
    if self == .ofNobody {
      self = other
    } else if other != .ofNobody, other != self {
      self = .several
    }
  }

  /// What it allows; `nil` where that is anything, or not the same.
  var range: ClosedRange<Double>? {
    guard case .one(let low, let high) = self, low != nil || high != nil else { return nil }
    let ends = (low ?? -.infinity, high ?? .infinity)
    return ends.0 <= ends.1 ? ends.0...ends.1 : nil
  }
}
