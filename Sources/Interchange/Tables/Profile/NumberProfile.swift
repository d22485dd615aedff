/// The formats of the numbers in a column.
struct NumberProfile: Sendable {
  /// The number of cells that are plain numbers, and of those with a unit.
  private(set) var count = 0
  private(set) var withUnit = 0
  /// The units of numbers, up to twenty.
  private(set) var units: Set<String> = []
  /// The numbers of cells by their marks: decimal point or comma, and ambiguous points or commas.
  private(set) var decimalPoints = 0
  private(set) var decimalCommas = 0
  private(set) var eitherPoints = 0
  private(set) var eitherCommas = 0
  private(set) var negative = 0
  private(set) var zero = 0
  /// The sums of the logarithms of numbers without marks and of ambiguous ones.
  private(set) var plainMagnitude = 0.0
  private(set) var plain = 0
  private(set) var eitherMagnitude = 0.0

  /// Counts equal cells.
  mutating func add(_ text: String, _ cells: Int) {
    if addDigits(text.utf8, cells) { return }
    guard let number = CellNumber(text) else { return }
    if number.unit.isEmpty {
      count += cells
    } else {
      withUnit += cells
      if units.count < 20 { units.insert(String(number.unit)) }
    }
    let point = UInt8(ascii: ".")
    switch number.marks {
    case .none: addPlain(number, cells)
    case .decimal(point): decimalPoints += cells
    case .decimal: decimalCommas += cells
    case .thousands(point): decimalCommas += cells
    case .thousands: decimalPoints += cells
    case .either(point):
      eitherPoints += cells
      eitherMagnitude += Double(cells) * Self.magnitude(number.value(decimal: point))
    case .either:
      eitherCommas += cells
      eitherMagnitude += Double(cells) * Self.magnitude(number.value(decimal: .comma))
    }
    if text.utf8.first == UInt8(ascii: "-") { negative += cells }
  }

  /// Counts digits without marks, the most frequent case, and returns whether the text is that.
  private mutating func addDigits(_ text: String.UTF8View, _ cells: Int) -> Bool {
    guard text.allSatisfy({ 48...57 ~= $0 }) else { return false }
    count += cells
    let digits = text.drop { $0 == 48 }.count
    if digits == 0 {
      zero += cells
    } else {
      plain += cells
      // A digit is a factor of ten, about three and a third powers of two.
      plainMagnitude += Double(cells * (digits - 1)) * 10 / 3
    }
    return true
  }

  private mutating func addPlain(_ number: CellNumber, _ cells: Int) {
    guard let value = number.value(decimal: UInt8(ascii: ".")) else { return }
    if value == 0 { return zero += cells }
    plain += cells
    plainMagnitude += Double(cells) * Self.magnitude(value)
  }

  private static func magnitude(_ value: Double?) -> Double {
    guard let value, value != 0, value.isFinite else { return 0 }
    return Double(abs(value).exponent)
  }

  /// The meaning of a mark followed by three digits, judged by the other numbers of the column.
  enum DecimalMark { case point, comma, open, contradictory, irrelevant }

  /// The decimal mark of the column.
  ///
  /// An ambiguous mark is a decimal mark if numbers without a mark have about the same magnitude,
  /// and a thousands separator if they are about a thousand times as large.
  var decimalMark: DecimalMark {
    if decimalPoints > 0 { return decimalCommas > 0 ? .contradictory : .point }
    if decimalCommas > 0 { return .comma }
    let either = eitherPoints + eitherCommas
    if either == 0 { return .irrelevant }
    if eitherPoints > 0, eitherCommas > 0 || plain == 0 { return .open }
    if plain == 0 { return .open }
    let asDecimal = eitherMagnitude / Double(either) - plainMagnitude / Double(plain)
    // Three digits are a factor of a thousand, about ten powers of two.
    let (near, far) = (abs(asDecimal), abs(asDecimal + 10))
    guard abs(near - far) > 3 else { return .open }
    return (near < far) == (eitherPoints > 0) ? .point : .comma
  }
}
