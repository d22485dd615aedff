/// How the positions of an axis are written: as a date, hours, a name or a number.
struct AxisText {
  private let scale: ChartAxis.Scale
  /// The names of the categories, each but once, ready for their format.
  private let names: [[UInt8]]
  private let format: TextForm

  enum TextForm {
    case csv, json
  }

  /// Prepares to write positions of an axis; those of no axis are numbers.
  init(_ axis: ChartAxis?, _ format: TextForm) {
    scale = axis?.scale ?? .number
    self.format = format
    names = (axis?.uniqueCategories ?? []).map { name in
      var bytes = ChartBytes()
      if format == .json { bytes.put(json: name) } else { bytes.put(csv: name) }
      return bytes.bytes
    }
  }

  /// Writes a position.
  func put(_ position: Double, to bytes: inout ChartBytes) {
    switch scale {
    case .number, .share: bytes.put(position)
    case .clock: bytes.put(ChartAxis.hours(position))
    case .category:
      if let name = names.named(at: position) {
        bytes.put(name)
      } else {
        bytes.put(position)
      }
    case .day: putDay(position, to: &bytes)
    }
  }

  private func putDay(_ position: Double, to bytes: inout ChartBytes) {
    guard let moment = DayMoment(position) else { return bytes.put(position) }
    if format == .json { bytes.put("\"") }
    moment.put(to: &bytes)
    if format == .json { bytes.put("\"") }
  }
}

extension Array {
  /// The one of a list of names that a position of categories is of; `nil` between and beyond them.
  func named(at position: Double) -> Element? {
    Int(exactly: position).flatMap { indices ~= $0 ? self[$0] : nil }
  }
}

extension ChartAxis {
  /// Seconds since midnight as hours; beyond 24 they belong to the next morning.
  static func hours(_ seconds: Double) -> Double { seconds / 3600 }

  /// Hours as seconds since midnight, to the microsecond.
  static func seconds(_ hours: Double) -> Double { (hours * 3.6e9).rounded() / 1e6 }

  /// The categories, in which a name that was there before is followed by a number.
  ///
  /// Renderers know categories by their names; two patients of one name would become one.
  var uniqueCategories: [String] {
    var known: Set<String> = []
    return categories.map { name in
      var (unique, count) = (name, 1)
      while !known.insert(unique).inserted {
        count += 1
        unique = "\(name) (\(count))"
      }
      return unique
    }
  }
}
