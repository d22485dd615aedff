import Scheduling

extension [ScheduleElement.Target] {
  /// Returns the number of targets that the values of one outcome meet.
  ///
  /// If a value has a target's kind, any one of that kind decides. The other targets and values are paired by
  /// position, unless both have kinds.
  func met(by values: [OutcomeValue]) -> Int {
    zip(self, valuesByTarget(values)).count { target, own in own.contains(where: target.isMet) }
  }

  /// Returns for each target the values of which any one may meet it.
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

  /// Returns the share of the readings that are in range.
  ///
  /// A target without a reading counts as not in range, and a reading without a target is not counted.
  func inRange(_ values: [OutcomeValue]) -> Double {
    if isEmpty { return values.isEmpty ? 0 : 1 }
    var read = Set<Int>()
    var (readings, met) = (0, 0)
    for (value, own) in zip(values, targetIndices(for: values)) where !own.isEmpty {
      readings += 1
      met += own.allSatisfy { self[$0].isMet(by: value) } ? 1 : 0
      read.formUnion(own)
    }
    return Double(met) / Double(readings + count - read.count)
  }

  /// Returns the indices of the targets that each reading is compared with.
  ///
  /// A reading with a kind that targets have is compared with all of these; the other readings are compared
  /// with the other targets in turn, so that pairs of readings correspond to pairs of targets.
  func targetIndices(for values: [OutcomeValue]) -> [[Int]] {
    if count == 1, values.count == 1 { return [self[0].takesKind(of: values[0]) ? [0] : []] }
    let kinds = sharedKinds(values)
    let others = indices.filter { !kinds.has(self[$0].kind) }
    var turn = 0
    return values.map { value in
      if kinds.has(value.kind) { return indices.filter { self[$0].kind == value.kind } }
      guard !others.isEmpty else { return [] }
      let index = others[turn % others.count]
      turn += 1
      return self[index].takesKind(of: value) ? [index] : []
    }
  }

  /// Returns the kinds of both targets and values.
  private func sharedKinds(_ values: [OutcomeValue]) -> Set<String> {
    Set(compactMap(\.kind)).intersection(values.compactMap(\.kind))
  }
}

extension Set<String> {
  fileprivate func has(_ name: String?) -> Bool { name.map(contains) == true }
}

extension ScheduleElement.Target {
  /// Returns whether a value has the target's kind, or either has none.
  fileprivate func takesKind(of value: OutcomeValue) -> Bool {
    kind == nil || value.kind == nil || kind == value.kind
  }

  /// Returns whether a value in the target's units, or without units, meets the target.
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

/// The result of comparing a value with another of its type.
private enum ValueOrder {
  case below, equal, above
  /// Different, for types without an order.
  case other
}

extension ScheduleElement.Target.Value {
  /// Compares the value with a required one; `nil` if the two are not comparable.
  fileprivate func order(against asked: Self) -> ValueOrder? {
    switch (self, asked) {
    case (.text(let text), .text(let other)): return text == other ? .equal : .other
    case (.data(let bytes), .data(let other)): return bytes == other ? .equal : .other
    case (.date(let date), .date(let other)):
      let (a, b) = (date.instant(in: .utc), other.instant(in: .utc))
      return a < b ? .below : a == b ? .equal : .above
    default:
      guard let number, let other = asked.number else { return nil }
      if number < other.loweredByTolerance { return .below }
      return number > other.raisedByTolerance ? .above : .equal
    }
  }

  /// The finite number, or 1 for true and 0 for false.
  private var number: Double? {
    switch self {
    case .number(let number): number.isFinite ? number : nil
    case .boolean(let truth): truth ? 1 : 0
    case .text, .date, .data: nil
    }
  }
}

// A relative tolerance of 10⁻⁹ for reaching amounts and for limits.
extension Double {
  var loweredByTolerance: Double { self * (self < 0 ? 1 + 1e-9 : 1 - 1e-9) }
  var raisedByTolerance: Double { self * (self < 0 ? 1 - 1e-9 : 1 + 1e-9) }
}
