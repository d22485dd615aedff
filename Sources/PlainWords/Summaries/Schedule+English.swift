import Diagnostics
public import Scheduling

extension Schedule {
  /// The plan in plain English, independent of the locale.
  ///
  /// Lists the elements in order, each with its amounts and its own exclusions; the exclusions of
  /// the whole plan and the number of changed occurrences come last. An element that starts on
  /// another day than the first element, such as a later phase, includes its start.
  ///
  ///     let holiday = Schedule.Exclusion(CivilDate("2025-02-03")!)
  ///     print(tablet.schedule.excluding([holiday]).summary)
  ///     // every day at 08:00, except 3 February 2025
  public var summary: String {
    if elements.isEmpty { return "nothing" }
    let separator = elements.count == 1 ? ", " : "; "
    let exclusions = Dictionary(grouping: exclusions, by: \.element)
    let first = elements[0].firstDay
    let parts = elements.map { element in
      [element.words(unlessFrom: first), Schedule.exceptions(exclusions[element.id])].compactMap(
        \.self
      )
      .joined(separator: ", ")
    }
    return (parts + [Schedule.exceptions(exclusions[nil]), changes].compactMap(\.self))
      .joined(separator: separator)
  }

  /// The maximum number of exclusions that are all listed; of more the rest is counted.
  private static let mostExceptions = 5

  private static func exceptions(_ exclusions: [Exclusion]?) -> String? {
    guard let exclusions else { return nil }
    let isLong = exclusions.count > mostExceptions
    let told = exclusions.prefix(isLong ? mostExceptions - 1 : mostExceptions)
    let rest = isLong ? ["\(exclusions.count - told.count) more"] : []
    return "except " + English.list(told.map(\.words) + rest)
  }

  /// `2 occurrences cancelled, 1 moved`.
  private var changes: String? {
    let kinds = Dictionary(grouping: overrides.values.compactMap(\.kind)) { $0 }.mapValues(\.count)
    let parts = Override.Kind.allCases.compactMap { kind in kinds[kind].map { ($0, kind.rawValue) }
    }
    guard let first = parts.first else { return nil }
    let rest = parts.dropFirst().map { "\($0.0) \($0.1)" }
    return ([English.count(first.0, "occurrence") + " \(first.1)"] + rest).joined(separator: ", ")
  }
}

extension Schedule.Override {
  /// The main effect of an override.
  fileprivate enum Kind: String, CaseIterable {
    case cancelled, moved, added, changed
  }

  fileprivate var kind: Kind? {
    if isCancelled { return .cancelled }
    if isAdded { return .added }
    if start != nil { return .moved }
    let changesNothing = targets == nil && window == nil && duration == nil && text == nil
    return changesNothing ? nil : .changed
  }
}

extension Schedule.Exclusion {
  fileprivate var words: String {
    switch simplestForm {
    case .day(let date): date.words
    case .moment(let time): "\(time.date.words) at \(time.time)"
    case .range:
      switch to {
      case nil: "everything from \(from.wordsOfBound)"
      case let to? where from.time == .midnight && to.time == .midnight && to > from:
        "\(from.date.words) to \(to.date.adding(days: -1).words)"
      case let to?: "\(from.words) to \(to.words)"
      }
    }
  }
}
