extension OutcomeTable {
  /// Consecutive rows of one task, with their common properties, so that queries need not read each.
  struct Run: Sendable {
    let task: Int32
    let start: Int
    /// The element of all keys and the units of all amounts, if the run is plain.
    let element: Int32
    let units: Int16
    /// Whether all rows are completed outcomes with keys of one element in ascending order and amounts in one
    /// unit, without details.
    var isPlain: Bool
    /// Whether sums of the amounts are exact.
    private(set) var addsExactly = true
    /// The latest time, and the first and last nominal times of the keys.
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
  /// Whether the row is only an amount, recorded for the first pass of a nominal time.
  fileprivate var isPlain: Bool {
    marks.isDisjoint(with: [.detailed, .secondPass, .skipped, .declined]) && amount.isPlain
      && !isDenial
  }
}
