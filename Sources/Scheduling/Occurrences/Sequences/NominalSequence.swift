/// The local times of one element in order, as a function of the ordinal and as its inverse.
///
/// Both directions are computed from the anchor, so a question about the far future costs what one
/// about the first day costs.
enum NominalSequence {
  case even(EvenSequence)
  case periodic(PeriodicSequence)
  // Those that hold much lie apart, as what a query has of a sequence is mostly a copy.
  indirect case monthly(MonthlySequence)
  case yearly(YearlySequence)
  indirect case counted(UnitSequence)

  /// The sequence of members at offsets within every period, of those at or after an anchor.
  static func periodic(
    origin: Int64, period: Int64, offsets: [Int64], from anchor: Int64
  ) -> NominalSequence {
    guard offsets.count == 1 else {
      return .periodic(
        PeriodicSequence(origin: origin, period: period, offsets: offsets, from: anchor))
    }
    return .even(EvenSequence(origin: origin + offsets[0], period: period, from: anchor))
  }

  /// The sequence as offsets within periods; `nil` where it is none of these.
  var pattern: PeriodicSequence? {
    switch self {
    case .even(let sequence): PeriodicSequence(sequence)
    case .periodic(let sequence): sequence
    case .monthly, .yearly, .counted: nil
    }
  }

  /// The local seconds of the member at an ordinal.
  func nominal(_ ordinal: Int64) -> Int64 {
    switch self {
    case .even(let sequence): sequence.nominal(ordinal)
    case .periodic(let sequence): sequence.nominal(ordinal)
    case .monthly(let sequence): sequence.nominal(ordinal)
    case .yearly(let sequence): sequence.nominal(ordinal)
    case .counted(let sequence): sequence.nominal(ordinal)
    }
  }

  /// How many periods after the anchor the member at an ordinal lies, of those with one time of day.
  func step(_ ordinal: Int64) -> Int64 {
    switch self {
    case .even, .periodic, .yearly, .counted: ordinal
    case .monthly(let sequence): sequence.step(ordinal)
    }
  }

  /// The number of members before a local time, from 0 on.
  func rank(_ local: Int64) -> Int64 {
    switch self {
    case .even(let sequence): sequence.rank(local)
    case .periodic(let sequence): sequence.rank(local)
    case .monthly(let sequence): sequence.rank(local)
    case .yearly(let sequence): sequence.rank(local)
    case .counted(let sequence): sequence.rank(local)
    }
  }

  /// The members until the end of the calendar; those that are counted no further than a question reaches
  /// are fewer.
  var most: Int64 {
    if case .counted = self { return Int64(Occurrence.ordinalMask) }
    return rank(CivilDateTime.last.localSeconds + 1)
  }

  /// The ordinal of the member at exactly a local time, of the first so many; `nil` where there is none.
  ///
  /// Behind its last member a sequence has no local times to compare with.
  func ordinal(of local: Int64, below count: Int64) -> Int64? {
    let ordinal = rank(local)
    return ordinal < count && nominal(ordinal) == local ? ordinal : nil
  }
}
