import Scheduling

extension [ScheduleElement.Target] {
  /// Counts the targets that are met by the values of one outcome.
  ///
  /// Where a value has a target's kind, one of that kind decides. The other targets and the other values
  /// meet by position, unless both name kinds.
  func met(by values: [OutcomeValue]) -> Int {
    zip(self, valuesByTarget(values)).count { target, own in own.contains(where: target.isMet) }
  }

  /// The values any one of which may meet a target, by target.
  func valuesByTarget(_ values: [OutcomeValue]) -> [[OutcomeValue]] {
    if count == 1, values.count == 1 { return [self[0].takesKind(of: values[0]) ? values : []] }
    let kinds = sharedKinds(values)
    var placed = values.filter { !kinds.has($0.kind) }.makeIterator()
    return map { target in
      if kinds.has(target.kind) { return values.filter { $0.kind == target.kind } }
      guard let value = placed.next(), target.takesKind(of: value) else { return [] }
      return [value]
    }
  }

  /// The share of the readings that are in range.
  ///
  /// A target without a reading counts as one that is not in range, and a reading for which there is no
  /// target not at all.
  func inRange(_ values: [OutcomeValue]) -> Double {
    if isEmpty { return values.isEmpty ? 0 : 1 }
    var read = Set<Int>()
    var (readings, met) = (0, 0)
    for (value, own) in zip(values, places(for: values)) where !own.isEmpty {
      readings += 1
      met += own.allSatisfy { self[$0].isMet(by: value) } ? 1 : 0
      read.formUnion(own)
    }
    return Double(met) / Double(readings + count - read.count)
  }

  /// The places of the targets that each reading is held against.
  ///
  /// A reading whose kind targets name is held against all of these; the other readings are held
  /// against the other targets in turn, so that pairs of readings suit pairs of targets.
  func places(for values: [OutcomeValue]) -> [[Int]] {
    if count == 1, values.count == 1 { return [self[0].takesKind(of: values[0]) ? [0] : []] }
    let kinds = sharedKinds(values)
    let others = indices.filter { !kinds.has(self[$0].kind) }
    var turn = 0
    return values.map { value in
      if kinds.has(value.kind) { return indices.filter { self[$0].kind == value.kind } }
      guard !others.isEmpty else { return [] }
      let place = others[turn % others.count]
      turn += 1
      return self[place].takesKind(of: value) ? [place] : []
    }
  }

  /// The kinds that both targets and values name.
  private func sharedKinds(_ values: [OutcomeValue]) -> Set<String> {
    Set(compactMap(\.kind)).intersection(values.compactMap(\.kind))
  }
}

extension Set<String> {
  fileprivate func has(_ name: String?) -> Bool { name.map(contains) == true }
}

extension ScheduleElement.Target {
  /// Whether a value is of the target's kind; where either names none, it may be.
  fileprivate func takesKind(of value: OutcomeValue) -> Bool {
    kind == nil || value.kind == nil || kind == value.kind
  }

  /// Says whether a value in the target's units, or of no units, is as the target wants it.
  func isMet(by value: OutcomeValue) -> Bool {
    guard takes(value) else { return false }
    switch condition {
    case .atLeast(let asked):
      return value.content.order(against: asked).map { $0 != .below } == true
    case .atMost(let asked):
      return value.content.order(against: asked).map { $0 != .above } == true
    case .exactly(let asked): return value.content.order(against: asked) == .equal
    case .within(let range):
      let low = value.content.order(against: .number(range.lowerBound))
      let high = value.content.order(against: .number(range.upperBound))
      return (low == .above || low == .equal) && (high == .below || high == .equal)
    }
  }
}

/// How a value compares with another of its sort.
private enum ValueOrder {
  case below, equal, above
  /// Neither, because values of the sort have no order.
  case other
}

extension ScheduleElement.Target.Value {
  /// Compares with a value that is asked for; `nil` where the two cannot be compared.
  fileprivate func order(against asked: Self) -> ValueOrder? {
    switch (self, asked) {
    case (.text(let text), .text(let other)): return text == other ? .equal : .other
    case (.data(let bytes), .data(let other)): return bytes == other ? .equal : .other
    case (.date(let date), .date(let other)):
      let (a, b) = (date.instant(in: .utc), other.instant(in: .utc))
      return a < b ? .below : a == b ? .equal : .above
    default:
      guard let number, let other = asked.number else { return nil }
      if number < other.shortened { return .below }
      return number > other.stretched ? .above : .equal
    }
  }

  /// The number, finite, or 1 for true and 0 for false.
  private var number: Double? {
    switch self {
    case .number(let number): number.isFinite ? number : nil
    case .boolean(let truth): truth ? 1 : 0
    case .text, .date, .data: nil
    }
  }
}

// Within one part in 10⁹ an amount is reached, and a limit is kept.
extension Double {
  var shortened: Double { self * (self < 0 ? 1 + 1e-9 : 1 - 1e-9) }
  var stretched: Double { self * (self < 0 ? 1 - 1e-9 : 1 + 1e-9) }
}
