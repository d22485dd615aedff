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
  /// The distinct contents in the order of their first cells, while they are few enough to be counted.
  private var order: [String] = []
  /// The hashes of the first contents, until one comes again or there are enough.
  private var hashes: Set<Int>? = []
  private var hasRepeats = false
  /// The content of the last cells and their number, which are not yet counted.
  private var run = (text: "", count: 0)
  /// The first content.
  private(set) var example: String?
  /// The cells that begin with a number.
  private(set) var numbers = NumberProfile()
  /// The cells that are dates or times.
  private(set) var moments = MomentProfile()

  /// Words that say whether a dose was taken, among cells that are times, some of them.
  private(set) var wordsAmongTimes: Set<String> = []

  /// The greatest number of distinct contents that are counted.
  static let distinctLimit = 400
  /// The number of contents after which those without a repetition are taken for unique.
  private static let uniqueLimit = 20_000

  /// Counts cells; `nil` is an empty one.
  init(name: String, _ cells: some Sequence<String?>) {
    self.init(name: name)
    for cell in cells { add(cell) }
    finish()
  }

  /// Begins to count cells.
  init(name: String) { self.name = name }

  /// Adds a cell; `nil` is an empty one.
  ///
  /// Equal cells in a row are counted at once, and the contents of a column that has few of them are read once
  /// each, at the end.
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

  /// Counts what is not yet counted; it follows the last cell.
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
  var hasCounts: Bool { greatest > 1 }
  /// The greatest number, with or without a unit.
  var greatest: Double {
    distinct.keys.compactMap { CellNumber($0)?.value(decimal: UInt8(ascii: ".")) }.max() ?? 0
  }
  /// Whether all numbers have a unit that counts what is taken, such as tablets.
  var countsForms: Bool {
    let forms = ["tab", "pill", "caps", "puff", "drop", "dose", "spray", "stück", "stueck"]
    return isAmount && !numbers.units.isEmpty
      && numbers.units.allSatisfy { unit in forms.contains { unit.lowercased().hasPrefix($0) } }
  }
  /// The greatest number.
  var countExample: String {
    distinct.keys.max { (Double($0) ?? 0, $0) < (Double($1) ?? 0, $1) } ?? ""
  }
  /// A content with a mark between its digits.
  var markedExample: String? {
    distinct.keys.filter { $0.contains(".") || $0.contains(",") }.min() ?? example
  }
  /// The words that say whether a dose was taken, where other cells are times.
  var mixedWords: Set<String> {
    moments.count + moments.clocks > 0 ? wordsAmongTimes : []
  }
  /// Whether there is one content alone.
  var isConstant: Bool { !hasMoreDistinct && distinct.count == 1 }

  private func isMost(_ count: Int) -> Bool { present > 0 && count * 50 >= present * 49 }
}
