/// Formats the positions of an axis as dates, hours, names or numbers.
struct AxisText {
  private let scale: ChartAxis.Scale
  /// The unique names of the categories, encoded for the format.
  private let names: [[UInt8]]
  private let format: TextForm

  enum TextForm {
    case csv, json
  }

  /// Creates a formatter; positions without an axis are numbers.
  init(_ axis: ChartAxis?, _ format: TextForm) {
    scale = axis?.scale ?? .number
    self.format = format
    names = (axis?.uniqueCategories ?? []).map { name in
      var bytes = ChartBytes()
      if format == .json { bytes.put(json: name) } else { bytes.put(csv: name) }
      return bytes.bytes
    }
  }

  /// Appends a position.
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
  /// Returns the name at a position of categories; `nil` between and beyond them.
  func named(at position: Double) -> Element? {
    Int(exactly: position).flatMap { indices ~= $0 ? self[$0] : nil }
  }
}

extension ChartAxis {
  /// Converts seconds since midnight to hours; values beyond 24 belong to the next morning.
  static func hours(_ seconds: Double) -> Double { seconds / 3600 }

  /// Converts hours to seconds since midnight, to the microsecond.
  static func seconds(_ hours: Double) -> Double { (hours * 3.6e9).rounded() / 1e6 }

  /// The categories, with repeated names made unique by a number.
  ///
  /// Renderers identify categories by name, so two patients with the same name would be merged.
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
