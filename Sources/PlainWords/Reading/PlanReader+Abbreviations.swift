import Scheduling

// How prescriptions say how often in few letters.
extension PlanReader {
  /// The abbreviations of prescriptions: `bid`, `qod`, `q8h`, `8-hourly`, `1-0-1`.
  mutating func abbreviation(_ begin: Int) throws(InputError) -> Bool {
    if let doses = take(Vocabulary.dosesPerDay) {
      try setDoses(doses, begin)
    } else if let days = take(Vocabulary.daysBetween) {
      try setEvery(days, .daily, begin)
    } else if accept("alternate", "days") || accept("on", "alternate", "days") {
      try setEvery(2, .daily, begin)
    } else if accept(anyOf: "stat", "now", "immediately") {
      try draft.setHead(.once, words(begin..<place))
    } else if isPerDay {
      place += 2
      draft.isAmountOfDay = true
      try setEvery(1, .daily, begin)
    } else if try amountOfPeriod(begin) {
      return true
    } else if case .pattern(let amounts)? = kind() {
      place += 1
      try setPattern(amounts, begin)
    } else {
      if try quaque(begin) { return true }
      return try hourly(begin)
    }
    return true
  }

  /// Whether `a day` follows an amount.
  private var isPerDay: Bool {
    let isPer = kind() == .sign("/") || ["a", "per", "each"].contains(word())
    return draft.targets != nil && isPer && word(ahead: 1) == "day"
  }

  /// Reads `1 tablet a week` as once a week, and asks of other amounts whether they are taken at once.
  private mutating func amountOfPeriod(_ begin: Int) throws(InputError) -> Bool {
    guard draft.head == nil, let target = draft.targets?.first, draft.targets?.count == 1,
      let amount = target.number, let units = target.units,
      let (period, isRolling) = try period(), period.isOfDays, !isRolling
    else {
      place = begin
      return false
    }
    let quota = Quota(1, per: period)
    if amount == 1, Units.isOfDoses(units) {
      try draft.setHead(.quota(quota), words(begin..<place))
      return true
    }
    let all = words(draft.firstToken..<place)
    let once = "\(words(draft.firstToken..<begin)) once \(quota.wordsOfPeriod)"
    let isCounted = Units.isOfDoses(units) && units.hasSuffix("s") && amount == amount.rounded()
    let each =
      isCounted ? ["1 \(units.dropLast()) \(amount.words) times \(quota.wordsOfPeriod)"] : []
    throw .ambiguous(all, say: [once] + each)
  }

  /// `q8h`, `q 8 h`, `q4-6h`, `q2 weeks`.
  private mutating func quaque(_ begin: Int) throws(InputError) -> Bool {
    guard let word = word(), word.first == "q" else { return false }
    let digits = word.dropFirst().prefix { $0.isNumber }
    var unit: String? = String(word.dropFirst(1 + digits.count))
    if unit?.isEmpty == true { unit = nil }
    guard digits.isEmpty ? unit == nil : true else { return false }
    place += 1
    guard let interval = digits.isEmpty ? number() : Int(digits) else {
      place = begin
      return false
    }
    let most = unit == nil ? openInterval(from: interval) : nil
    let own = (unit ?? self.word()).flatMap { Vocabulary.units[$0] }
    // "q12" without a unit is of hours that divide the day.
    let isOfHours =
      unit == nil && most == nil && 2...24 ~= interval && 24 % interval == 0
      && !isNext(sign: "/") && !isNext(sign: "-") && !isNumberNext
    guard let frequency = own ?? (isOfHours ? .hourly : nil) else {
      place = begin
      return false
    }
    if unit == nil, own != nil { place += 1 }
    guard interval > 0 else { throw outOfRange(words(begin..<place), "be 1 or more") }
    if let most { try draft.set(\.openInterval, to: most, words(begin..<place)) }
    try setEvery(interval, frequency, begin)
    return true
  }

  /// `8-hourly` and `8 hourly`; of greater units that may be times as well.
  private mutating func hourly(_ begin: Int) throws(InputError) -> Bool {
    guard isNumberNext else { return false }
    let isDose = isDoseNext
    let found = try attempt { (reader: inout PlanReader) throws(InputError) -> (Int, String)? in
      guard let number = reader.number() else { return nil }
      _ = reader.accept(sign: "-")
      guard let word = reader.word(), let unit = Vocabulary.adverbs[word],
        unit == .hourly || !isDose
      else { return nil }
      reader.place += 1
      return (number, word)
    }
    guard let (number, adverb) = found, let unit = Vocabulary.adverbs[adverb] else { return false }
    guard unit == .hourly, number > 0 else {
      throw .ambiguous(
        words(begin..<place),
        say: ["\(English.times(number)) \(adverb)", English.every(number, unit.unit)])
    }
    try setEvery(number, .hourly, begin)
    return true
  }

  /// What is taken in the morning, at noon, in the evening and at night.
  private mutating func setPattern(_ amounts: [Int], _ begin: Int) throws(InputError) {
    let hours = [DefaultTimes.morning, DefaultTimes.noon, DefaultTimes.evening, DefaultTimes.night]
    let used = zip(amounts, hours).filter { $0.0 > 0 }
    guard let amount = used.first?.0 else { throw outOfRange(words(begin..<place), "have a dose") }
    guard used.allSatisfy({ $0.0 == amount }) else {
      let parts = used.map {
        "\(English.count($0.0, "tablet")) at \(CivilTime(secondOfDay: $0.1 * 60))"
      }
      throw .ambiguous(words(begin..<place), say: ["\(English.list(parts)) daily"])
    }
    try setEvery(1, .daily, begin)
    draft.dayMinutes = (draft.dayMinutes ?? []) + used.map(\.1)
    let own = unit()
    if own != nil || amount > 1 {
      let units = own ?? "doses"
      try draft.set(
        \.targets, to: [ScheduleElement.Target(.atLeast(.number(Double(amount))), units: units)],
        words(begin..<place))
    }
  }

  /// So many doses a day, at the usual times.
  mutating func setDoses(_ doses: Int, _ begin: Int) throws(InputError) {
    guard draft.usualTimes.isEmpty, draft.takesDoses else {
      throw draft.conflict(words(begin..<place))
    }
    if draft.head == nil { try setEvery(1, .daily, begin) }
    guard let times = CivilTime.usual(doses) else {
      throw outOfRange(words(begin..<place), "be 1 to 24 doses a day")
    }
    draft.usualTimes = times
  }
}
