import Scheduling

/// Counts of what the cells of one column are, collected in one pass and bounded memory.
struct ColumnProfile: Sendable {
  /// The name in the header, or the number.
  let name: String
  /// The cells with a content.
  private(set) var present = 0
  /// The cells that are empty or have a word for nothing, such as `NA`.
  private(set) var absent = 0
  /// The distinct contents with their counts, up to ``distinctLimit`` of them.
  private(set) var distinct: [String: Int] = [:]
  /// Whether there are more distinct contents than are counted.
  private(set) var hasMoreDistinct = false
  /// The hashes of the first contents, until one comes again or there are enough.
  private var hashes: Set<Int>? = []
  private var hasRepeats = false
  /// The first content.
  private(set) var example: String?
  /// The cells that begin with a number.
  private(set) var numbers = NumberProfile()
  /// The cells that are dates or times.
  private(set) var moments = MomentProfile()

  /// The greatest number of distinct contents that are counted.
  static let distinctLimit = 400
  /// The number of contents after which those without a repetition are taken for unique.
  private static let uniqueLimit = 20_000

  /// Creates the profile of a column without cells.
  init(name: String) { self.name = name }

  /// Counts a cell; `nil` is an empty one.
  mutating func add(_ text: String?) {
    guard let text else {
      absent += 1
      return
    }
    present += 1
    if example == nil { example = text }
    addHash(text)
    addDistinct(text)
    let first = text.utf8.first ?? 0
    let hasDigits = 48...57 ~= first || text.utf8.contains { 48...57 ~= $0 }
    guard hasDigits, text.utf8.count <= 80 else { return }
    if first < 65 { numbers.add(text) }
    moments.add(text)
  }

  private mutating func addHash(_ text: String) {
    guard hashes != nil else { return }
    if hashes?.insert(text.hashValue).inserted == false { hasRepeats = true }
    if hasRepeats || present >= ColumnProfile.uniqueLimit { hashes = nil }
  }

  private mutating func addDistinct(_ text: String) {
    if hasMoreDistinct { return }
    distinct[text, default: 0] += 1
    if distinct.count > ColumnProfile.distinctLimit {
      (hasMoreDistinct, distinct) = (true, [:])
    }
  }

  /// Whether all cells with a content are numbers without a unit, apart from one in fifty.
  var isNumeric: Bool { isMost(numbers.count) }
  /// Whether all cells with a content are numbers, with or without a unit.
  var isAmount: Bool { isMost(numbers.count + numbers.withUnit) }
  /// Whether all cells with a content are dates or date-times in one form, apart from one in twenty.
  var isMoment: Bool {
    present > 0
      && (moments.formatCounts + [moments.written]).contains { $0 * 20 >= present * 17 }
  }
  /// Whether they are clock times alone.
  var isClock: Bool { isMost(moments.clocks) && !isNumeric }
  /// Whether they are dates without a year.
  var isMonthDay: Bool { isMost(moments.monthDays) }
  /// Whether most moments have a time of day other than midnight.
  var hasTimes: Bool { moments.withTime * 2 > moments.count }
  /// The day of all moments, where they are several times of one day.
  var onlyDay: CivilDate? {
    moments.hasSeveralDays || !hasTimes || isConstant || moments.count < 4 ? nil : moments.firstDay
  }
  /// Whether values come again, as those of a patient who did something several times.
  var isRepeated: Bool {
    hasMoreDistinct || (distinct.count > 1 && distinct.count * 2 <= present)
  }
  /// Whether no content comes twice, of more than three, as with the ids of rows.
  var isUnique: Bool { !hasRepeats && present > 3 }
  /// Whether there are numbers above 1.
  var hasCounts: Bool { distinct.keys.contains { (Double($0) ?? 0) > 1 } }
  /// The greatest number.
  var countExample: String {
    distinct.keys.max { (Double($0) ?? 0, $0) < (Double($1) ?? 0, $1) } ?? ""
  }
  /// A content with a mark between its digits.
  var markedExample: String? {
    distinct.keys.filter { $0.contains(".") || $0.contains(",") }.min() ?? example
  }
  /// Whether there is one content alone.
  var isConstant: Bool { !hasMoreDistinct && distinct.count == 1 }

  private func isMost(_ count: Int) -> Bool { present > 0 && count * 50 >= present * 49 }
}

/// How the moments of a column are written.
struct MomentProfile: Sendable {
  /// The moments in any format.
  private(set) var count = 0
  /// The cells that each of ``MomentFormats/ordered`` reads.
  private(set) var formatCounts = [Int](repeating: 0, count: MomentFormats.ordered.count)
  /// The cells that are dates in some order, and no counts.
  private(set) var written = 0
  /// The day of the first moment, and whether another moment is on another day.
  private(set) var firstDay: CivilDate?
  private(set) var hasSeveralDays = false
  /// The first cell that only an order of day and month reads.
  private(set) var orderExample: String?
  /// The cells with a time of day that is not midnight.
  private(set) var withTime = 0
  /// The dates without a time of day.
  private(set) var datesAlone = 0
  /// The clock times without a date.
  private(set) var clocks = 0
  /// The dates without a year.
  private(set) var monthDays = 0
  /// The moments that end with `Z` or UTC, with another offset, and with none.
  private(set) var utc = 0
  private(set) var offsets = 0
  private(set) var local = 0
  /// The moments in UTC that are not midnight.
  private(set) var utcTimes = 0
  /// The moments that one of the two orders of day and month reads and the other does not.
  private(set) var onlyDayFirst = 0
  private(set) var onlyMonthFirst = 0
  /// The formats that still read most cells.
  private var plausible = MomentFormats.all

  /// Cells after which formats that read none of them are tried no more.
  private static let trial = 200

  mutating func add(_ text: String) {
    let formats = MomentFormat.formats(among: plausible, of: text)
    guard let first = MomentFormats.ordered.first(where: { formats.contains($0.bit) }) else {
      if count == 0 || clocks + monthDays > 0 { addPart(text) }
      return
    }
    count += 1
    // The orders of day and month also read what is written in one way only.
    let isPlain = formats.contains(.automatic)
    for (index, format) in MomentFormats.ordered.enumerated()
    where formats.contains(format.bit) || isPlain && format.format.isOrder {
      formatCounts[index] += 1
    }
    if !formats.isDisjoint(with: [.automatic, .dayFirst, .monthFirst]) { written += 1 }
    if !formats.contains(.automatic) {
      if orderExample == nil { orderExample = text }
      if formats.contains(.dayFirst), !formats.contains(.monthFirst) { onlyDayFirst += 1 }
      if formats.contains(.monthFirst), !formats.contains(.dayFirst) { onlyMonthFirst += 1 }
    }
    if let written = try? first.format.readWritten(text) { add(written) }
    if count == MomentProfile.trial { dropImplausible() }
  }

  private mutating func add(_ written: WrittenMoment) {
    if firstDay == nil { firstDay = written.local.date }
    if written.local.date != firstDay { hasSeveralDays = true }
    let isMidnight = !written.hasTime || written.local.time == .midnight
    if !isMidnight { withTime += 1 }
    if !written.hasTime { datesAlone += 1 }
    if written.offset == nil {
      local += 1
    } else if written.isUTC {
      utc += 1
      if !isMidnight { utcTimes += 1 }
    } else {
      offsets += 1
    }
  }

  private mutating func addPart(_ text: String) {
    if CivilTime(written: text) != nil {
      clocks += 1
    } else if MonthDay(written: text) != nil {
      monthDays += 1
    }
  }

  private mutating func dropImplausible() {
    for (index, format) in MomentFormats.ordered.enumerated() where formatCounts[index] == 0 {
      plausible.remove(format.bit)
    }
  }

  /// The formats that read as many cells as the best one does.
  func formats(of present: Int) -> [MomentFormat] {
    let best = formatCounts.max() ?? 0
    guard best > 0 else { return [] }
    // Few rows in another form are rejected each, and not asked for.
    if formatCounts[0] * 20 >= best * 19 { return [.automatic] }
    return zip(MomentFormats.ordered, formatCounts).filter { $0.1 == best }.map(\.0.format)
  }
}

extension MomentFormat {
  /// Whether it is an order of day and month.
  fileprivate var isOrder: Bool { self == .dayFirst || self == .monthFirst }
}

extension MomentFormats {
  /// The formats in the order in which they are preferred.
  static let ordered: [(format: MomentFormat, bit: MomentFormats)] = [
    (.automatic, .automatic), (.dayFirst, .dayFirst), (.monthFirst, .monthFirst),
    (.excel, .excel), (.seconds, .seconds), (.milliseconds, .milliseconds),
  ]
}

/// How the numbers of a column are written.
struct NumberProfile: Sendable {
  /// The cells that are a number alone, and those with a unit behind it.
  private(set) var count = 0
  private(set) var withUnit = 0
  /// The units behind numbers, up to twenty.
  private(set) var units: Set<String> = []
  /// The cells by their marks: a decimal point or comma, thousands by a point or comma, either.
  private(set) var decimalPoints = 0
  private(set) var decimalCommas = 0
  private(set) var eitherPoints = 0
  private(set) var eitherCommas = 0
  private(set) var negative = 0
  private(set) var zero = 0
  /// The logarithms of the numbers without marks, and of those that can be read in two ways, summed up.
  private(set) var plainMagnitude = 0.0
  private(set) var plain = 0
  private(set) var eitherMagnitude = 0.0

  mutating func add(_ text: String) {
    if addDigits(text.utf8) { return }
    guard let number = CellNumber(text) else { return }
    if number.unit.isEmpty {
      count += 1
    } else {
      withUnit += 1
      if units.count < 20 { units.insert(String(number.unit)) }
    }
    let point = UInt8(ascii: ".")
    switch number.marks {
    case .none: addPlain(number)
    case .decimal(point): decimalPoints += 1
    case .decimal: decimalCommas += 1
    case .thousands(point): decimalCommas += 1
    case .thousands: decimalPoints += 1
    case .either(point):
      eitherPoints += 1
      eitherMagnitude += Self.magnitude(number.value(decimal: point))
    case .either:
      eitherCommas += 1
      eitherMagnitude += Self.magnitude(number.value(decimal: .comma))
    }
    if text.utf8.first == UInt8(ascii: "-") { negative += 1 }
  }

  /// Counts digits alone, as most numbers are; answers whether they are that.
  private mutating func addDigits(_ text: String.UTF8View) -> Bool {
    guard text.allSatisfy({ 48...57 ~= $0 }) else { return false }
    count += 1
    let digits = text.drop { $0 == 48 }.count
    if digits == 0 {
      zero += 1
    } else {
      plain += 1
      // A digit is a factor of ten, which is some three and a third powers of two.
      plainMagnitude += Double(digits - 1) * 10 / 3
    }
    return true
  }

  private mutating func addPlain(_ number: CellNumber) {
    guard let value = number.value(decimal: UInt8(ascii: ".")) else { return }
    if value == 0 { return zero += 1 }
    plain += 1
    plainMagnitude += Self.magnitude(value)
  }

  private static func magnitude(_ value: Double?) -> Double {
    guard let value, value != 0, value.isFinite else { return 0 }
    return Double(abs(value).exponent)
  }

  /// What a mark with three digits behind it is, as the other numbers of the column have it.
  enum DecimalMark { case point, comma, open, contradictory, irrelevant }

  /// The decimal mark of the column.
  ///
  /// A mark that can be either is in front of decimals where the numbers without a mark are about as large
  /// as that makes it, and separates thousands where they are about a thousand times as large.
  var decimalMark: DecimalMark {
    if decimalPoints > 0 { return decimalCommas > 0 ? .contradictory : .point }
    if decimalCommas > 0 { return .comma }
    let either = eitherPoints + eitherCommas
    if either == 0 { return .irrelevant }
    if eitherPoints > 0, eitherCommas > 0 || plain == 0 { return .open }
    if plain == 0 { return .open }
    let asDecimal = eitherMagnitude / Double(either) - plainMagnitude / Double(plain)
    // Three digits are a factor of a thousand, some ten powers of two.
    let (near, far) = (abs(asDecimal), abs(asDecimal + 10))
    guard abs(near - far) > 3 else { return .open }
    return (near < far) == (eitherPoints > 0) ? .point : .comma
  }
}
