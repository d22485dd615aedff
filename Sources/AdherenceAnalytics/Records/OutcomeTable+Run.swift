extension OutcomeTable {
  /// Neighbouring rows of one task, with what holds for all of them, so that who asks need not look at each.
  struct Run: Sendable {
    let task: Int32
    let start: Int
    /// The element that all keys name, and the units of all amounts, where the run is plain.
    let element: Int32
    let units: Int16
    /// Whether the rows are outcomes that were done, with keys of one element in ascending order, and amounts
    /// of one unit, and no more than that.
    var isPlain: Bool
    /// Whether sums of the amounts are exact.
    private(set) var addsExactly = true
    /// The greatest time, and the keys' first and last.
    private(set) var lastTime = Row.none
    let firstNominal: Int64
    private(set) var lastNominal = Row.none

    init(from row: Row, at start: Int) {
      (task, self.start) = (row.task, start)
      (element, units, firstNominal) = (row.element, row.units, row.nominal)
      isPlain = row.nominal != Row.none
    }

    mutating func add(_ row: Row) {
      let isLike = row.element == element && row.units == units && row.nominal > lastNominal
      isPlain = isPlain && isLike && row.isPlain
      addsExactly = addsExactly && row.amount.addsExactly
      lastTime = Swift.max(lastTime, row.time)
      lastNominal = Swift.max(lastNominal, row.nominal)
    }
  }
}

extension OutcomeTable.Row {
  /// Whether it is no more than an amount that was recorded for the first pass of a time.
  fileprivate var isPlain: Bool {
    marks.isDisjoint(with: [.detailed, .secondPass, .skipped, .declined]) && amount.isPlain
      && !isDenial
  }
}
