/// The local times of one element in order, as a function of the ordinal and its inverse.
///
/// Both directions are computed from the anchor, so the cost of a query is independent of its distance from
/// it.
enum NominalSequence {
  case even(EvenSequence)
  case periodic(PeriodicSequence)
  // Large payloads are boxed, as queries copy the sequence.
  indirect case monthly(MonthlySequence)
  case yearly(YearlySequence)
  indirect case counted(UnitSequence)
  indirect case listed(ListedSequence)

  /// Returns the sequence of members at offsets within every period, at or after an anchor.
  static func periodic(
    origin: Int64, period: Int64, offsets: [Int64], from anchor: Int64
  ) -> NominalSequence {
    guard offsets.count == 1 else {
      return .periodic(
        PeriodicSequence(origin: origin, period: period, offsets: offsets, from: anchor))
    }
    return .even(EvenSequence(origin: origin + offsets[0], period: period, from: anchor))
  }

  /// The sequence as offsets within a period; `nil` if it is not periodic.
  var pattern: PeriodicSequence? {
    switch self {
    case .even(let sequence): PeriodicSequence(sequence)
    case .periodic(let sequence): sequence
    case .monthly, .yearly, .counted, .listed: nil
    }
  }

  /// Returns the local seconds of the member at an ordinal.
  func nominal(_ ordinal: Int64) -> Int64 {
    switch self {
    case .even(let sequence): sequence.nominal(ordinal)
    case .periodic(let sequence): sequence.nominal(ordinal)
    case .monthly(let sequence): sequence.nominal(ordinal)
    case .yearly(let sequence): sequence.nominal(ordinal)
    case .counted(let sequence): sequence.nominal(ordinal)
    case .listed(let sequence): sequence.nominal(ordinal)
    }
  }

  /// Returns the number of periods from the anchor to the member at an ordinal, for sequences with one time
  /// of day.
  func step(_ ordinal: Int64) -> Int64 {
    switch self {
    case .even, .periodic, .yearly, .counted, .listed: ordinal
    case .monthly(let sequence): sequence.step(ordinal)
    }
  }

  /// Returns the number of members before a local time.
  func rank(_ local: Int64) -> Int64 {
    switch self {
    case .even(let sequence): sequence.rank(local)
    case .periodic(let sequence): sequence.rank(local)
    case .monthly(let sequence): sequence.rank(local)
    case .yearly(let sequence): sequence.rank(local)
    case .counted(let sequence): sequence.rank(local)
    case .listed(let sequence): sequence.rank(local)
    }
  }

  /// An upper bound of the number of members until the end of the calendar.
  var most: Int64 {
    if case .counted = self { return Int64(Occurrence.ordinalMask) }
    return rank(CivilDateTime.last.localSeconds + 1)
  }

  /// Returns the ordinal of the member at exactly a local time, among the first `count`; `nil` if there is
  /// none.
  ///
  /// The ordinal is checked first, as a sequence has no local times after its last member.
  func ordinal(of local: Int64, below count: Int64) -> Int64? {
    let ordinal = rank(local)
    return ordinal < count && nominal(ordinal) == local ? ordinal : nil
  }
}
