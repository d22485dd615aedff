/// Shares as people read them.
enum PercentText {
  /// A share in per cent with one decimal; a dash where there is none.
  static func of(_ share: Double?) -> String {
    guard let share, abs(share) < 1e9 else { return "–" }
    let tenths = Int((abs(share) * 1000).rounded())
    return "\(share < 0 && tenths > 0 ? "-" : "")\(tenths / 10).\(tenths % 10) %"
  }
}
