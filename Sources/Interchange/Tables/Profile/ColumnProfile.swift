import ScheduleFormats
import Scheduling

/// The statistics of one column's values, collected in one pass with bounded memory.
struct ColumnProfile: Sendable {
  /// The name in the header, or the number.
  let name: String
  /// The number of non-empty cells.
  private(set) var present = 0
  /// The number of cells that are empty or a placeholder such as `NA`.
  private(set) var absent = 0
  /// The distinct values with their counts, up to ``distinctLimit`` of them.
  private(set) var distinct: [String: Int] = [:]
  /// Whether there are more distinct values than are counted.
  private(set) var hasMoreDistinct = false
  /// The distinct values in order of first use, while they are counted.
  private var order: [String] = []
  /// The hashes of the first values, until one repeats or the limit is reached.
  private var hashes: Set<Int>? = []
  private var hasRepeats = false
  /// The value of the latest cells and their number, not yet counted.
  private var run = (text: "", count: 0)
  /// The first value.
  private(set) var example: String?
  /// The cells that start with a number.
  private(set) var numbers = NumberProfile()
  /// The cells that are dates or times.
  private(set) var moments = DateTimeProfile()

  /// Some status words in a column that otherwise has times.
  private(set) var wordsAmongTimes: Set<String> = []

  /// The maximum number of distinct values that are counted.
  static let distinctLimit = 400
  /// The number of values after which a column without repetition is considered unique.
  private static let uniqueLimit = 20_000

  /// Profiles cells; `nil` is an empty one.
  init(name: String, _ cells: some Sequence<String?>) {
    self.init(name: name)
    for cell in cells { add(cell) }
    finish()
  }

  /// Starts a profile.
  init(name: String) { self.name = name }

  /// Adds a cell; `nil` is an empty one.
  ///
  /// Runs of equal cells are counted together, and a column with few distinct values parses each of
  /// them once, at the end.
  mutating func add(_ text: String?) {
    guard let text else {
      absent += 1
      return
    }
    if run.count > 0, run.text == text {
      run.count += 1
      return
    }
    endRun()
    run = (text, 1)
  }

  /// Completes the counts; must be called after the last cell.
  mutating func finish() {
    endRun()
    for text in order { read(text, distinct[text] ?? 0) }
    order = []
  }

  private mutating func endRun() {
    guard run.count > 0 else { return }
    present += run.count
    if example == nil { example = run.text }
    addHash(run.text, run.count)
    if hasMoreDistinct { read(run.text, run.count) } else { addDistinct(run.text, run.count) }
    run.count = 0
  }

  private mutating func addHash(_ text: String, _ count: Int) {
    guard hashes != nil else { return }
    if hashes?.insert(text.hashValue).inserted == false || count > 1 { hasRepeats = true }
    if hasRepeats || present >= ColumnProfile.uniqueLimit { hashes = nil }
  }

  private mutating func addDistinct(_ text: String, _ count: Int) {
    let others = distinct.count
    distinct[text, default: 0] += count
    if distinct.count > others { order.append(text) }
    guard distinct.count > ColumnProfile.distinctLimit else { return }
    for text in order { read(text, distinct[text] ?? 0) }
    (hasMoreDistinct, distinct, order) = (true, [:], [])
  }

  private mutating func read(_ text: String, _ count: Int) {
    let first = text.utf8.first ?? 0
    let hasDigits = 48...57 ~= first || text.utf8.contains { 48...57 ~= $0 }
    if !hasDigits, wordsAmongTimes.count < 6, text.utf8.count <= 40, StatusWords.isOfDoses(text) {
      wordsAmongTimes.insert(text)
    }
    guard hasDigits, text.utf8.count <= 80 else { return }
    if first < 65 { numbers.add(text, count) }
    moments.add(text, count)
  }

  /// Whether all values are numbers without a unit, except for one in fifty.
  var isNumeric: Bool { isMost(numbers.count) }
  /// Whether all values are numbers with or without a unit.
  var isAmount: Bool { isMost(numbers.count + numbers.withUnit) }
  /// Whether all values are dates or date-times in one format, except for one in twenty.
  var isMoment: Bool {
    present > 0
      && (moments.formatCounts + [moments.written]).contains { $0 * 20 >= present * 17 }
  }
  /// The number of times that are written as midnight.
  var midnights: Int {
    let clocks = distinct.filter { CivilTime(written: $0.key) == .midnight }
    return clocks.values.reduce(0, +) + moments.count - moments.withTime - moments.datesAlone
  }
  /// Whether the values are clock times without dates.
  var isClock: Bool { isMost(moments.clocks) && !isNumeric }
  /// Whether the values are dates without a year.
  var isMonthDay: Bool { isMost(moments.monthDays) }
  /// Whether most values have a time of day other than midnight.
  var hasTimes: Bool { moments.withTime * 2 > moments.count }
  /// The day of all values, if they are several times of a single day.
  var onlyDay: CivilDate? {
    moments.hasSeveralDays || !hasTimes || isConstant || moments.count < 4 ? nil : moments.firstDay
  }
  /// Whether values repeat, like those of a patient with several events.
  var isRepeated: Bool {
    hasMoreDistinct || (distinct.count > 1 && distinct.count * 2 <= present)
  }
  /// Whether more than three values are all distinct, like row ids.
  var isUnique: Bool { !hasRepeats && present > 3 }
  /// Whether all values are 0 or one other number.
  var isZeroOrAmount: Bool {
    isNumeric && !hasMoreDistinct && numbers.zero > 0
      && Set(distinct.keys.compactMap { Double($0) }).count == 2
  }
  /// Whether there are numbers above 1.
  var hasCounts: Bool { greatest > 1 }
  /// The largest number, with or without a unit.
  var greatest: Double {
    distinct.keys.compactMap { CellNumber($0)?.value(decimal: UInt8(ascii: ".")) }.max() ?? 0
  }
  /// Whether all numbers have a unit of dosage forms, such as tablets.
  var countsForms: Bool {
    let forms = ["tab", "pill", "caps", "puff", "drop", "dose", "spray", "stück", "stueck"]
    return isAmount && !numbers.units.isEmpty
      && numbers.units.allSatisfy { unit in forms.contains { unit.lowercased().hasPrefix($0) } }
  }
  /// The largest number.
  var countExample: String {
    distinct.keys.max { (Double($0) ?? 0, $0) < (Double($1) ?? 0, $1) } ?? ""
  }
  /// A value with a mark between its digits.
  var markedExample: String? {
    distinct.keys.filter { $0.contains(".") || $0.contains(",") }.min() ?? example
  }
  /// The status words in a column that otherwise has times.
  var mixedWords: Set<String> {
    moments.count + moments.clocks > 0 ? wordsAmongTimes : []
  }
  /// Whether all values are equal.
  var isConstant: Bool { !hasMoreDistinct && distinct.count == 1 }

  private func isMost(_ count: Int) -> Bool { present > 0 && count * 50 >= present * 49 }
}

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
