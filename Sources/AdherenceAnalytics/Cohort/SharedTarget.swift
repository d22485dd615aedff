/// The amounts that the targets of several patients allow, as long as they are the same.
enum SharedTarget: Hashable, Sendable, Codable {
  case none
  /// The bounds; `nil` if there is none.
  case one(low: Double?, high: Double?)
  case several

  /// Creates the target of one patient.
  init(_ range: ClosedRange<Double>?) {
    func finite(_ end: Double?) -> Double? { end.flatMap { $0.isFinite ? $0 : nil } }
    self = .one(low: finite(range?.lowerBound), high: finite(range?.upperBound))
  }

  /// Merges the targets of other patients.
  mutating func merge(_ other: SharedTarget) {
    if self == .none {
      self = other
    } else if other != .none, other != self {
      self = .several
    }
  }

  /// The allowed amounts; `nil` if there is no bound, or targets differ.
  var range: ClosedRange<Double>? {
    guard case .one(let low, let high) = self, low != nil || high != nil else { return nil }
    let ends = (low ?? -.infinity, high ?? .infinity)
    return ends.0 <= ends.1 ? ends.0...ends.1 : nil
  }
}
