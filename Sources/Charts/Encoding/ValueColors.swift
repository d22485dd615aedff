/// The colours of cell values: shares from the colour of missed to that of done, other values from
/// transparent to opaque.
struct ValueColors {
  private let range: ClosedRange<Double>
  private let stops: [(red: Double, green: Double, blue: Double, alpha: Double)]

  static let shares = ["#D55E00", "#D8C58C", "#0072B2"]
  static let counts = ["rgba(0,114,178,0.06)", "rgba(0,114,178,1)"]

  init(_ axis: ChartAxis, _ points: [ChartPoint]) {
    let values = points.compactMap(\.value)
    range = axis.range ?? (min(0, values.min() ?? 0))...max(1e-9, values.max() ?? 1)
    stops =
      axis.scale == .share
      ? [(213, 94, 0, 1), (216, 197, 140, 1), (0, 114, 178, 1)]
      : [(0, 114, 178, 0.06), (0, 114, 178, 1)]
  }

  /// Returns the colour of a value; without a value, that of nothing due.
  func color(of value: Double?) -> String {
    guard let value else { return ChartRole.nothingDue.shade() }
    let width = range.upperBound - range.lowerBound
    let share = width > 0 ? (value - range.lowerBound) / width : 1
    let place = min(max(share, 0), 1) * Double(stops.count - 1)
    let first = min(Int(place), stops.count - 2)
    return mixed(stops[first], stops[first + 1], place - Double(first))
  }

  private typealias Stop = (red: Double, green: Double, blue: Double, alpha: Double)

  private func mixed(_ a: Stop, _ b: Stop, _ share: Double) -> String {
    func part(_ from: Double, _ to: Double) -> Int { Int((from + (to - from) * share).rounded()) }
    let alpha = ((a.alpha + (b.alpha - a.alpha) * share) * 100).rounded() / 100
    return "rgba(\(part(a.red, b.red)),\(part(a.green, b.green)),\(part(a.blue, b.blue)),\(alpha))"
  }
}
