import AdherenceAnalytics

extension PatientGrid {
  /// The row of one patient.
  struct PatientRow: Hashable, Sendable, Codable {
    /// The name.
    var name: String
    /// The overall ratio in whole percent, rounded half up; `nil` if nothing was due.
    var percent: Int?
    /// By column.
    var due: [Double] = []
    var done: [Double] = []
    /// The reasons for missing ratios by column, as bits; see ``PatientGrid/bit(of:)``.
    var reasons: [UInt8] = []

    /// The index of the patient's bin.
    var bin: Int { percent.map { min(max($0, 0), 100) } ?? 101 }
  }

  /// Patients with the same overall ratio in whole percent.
  struct PercentBin: Hashable, Sendable, Codable {
    var patients = 0
    var due: [ExactSum] = []
    var done: [ExactSum] = []
    var reasons: [UInt8] = []
  }

  /// Returns the bit of a reason.
  static func bit(of reason: MissingRatio) -> UInt8 {
    switch reason {
    case .noTasks: 1
    case .noOccurrences: 2
    case .allOnHold: 4
    case .allExcused: 8
    case .allPending: 16
    case .asNeeded: 32
    case .dataRejected: 64
    }
  }

  /// Returns the reason for merged patients and periods, in the order of precedence of
  /// ``Adherence/reason``.
  static func reason(of bits: UInt8) -> MissingRatio {
    let order: [MissingRatio] = [
      .allPending, .allOnHold, .allExcused, .asNeeded, .noOccurrences, .dataRejected,
    ]
    return order.first { bits & bit(of: $0) != 0 } ?? (bits == 0 ? .noOccurrences : .noTasks)
  }
}

extension PatientGrid.PatientRow {
  /// Sums a series, starting at the number of its first period.
  init(
    _ name: String, _ series: AdherenceSeries, from first: Int, step: Int, _ numerator: Numerator
  ) {
    self.name = name
    var total = Adherence()
    for (index, period) in series.periods.enumerated() {
      total.merge(period)
      let column = (first + index) / step
      reach(column)
      due[column] += period.dueWithQuotas
      done[column] += period.amount(numerator)
      if let reason = series.ratioMissing(at: index) {
        reasons[column] |= PatientGrid.bit(of: reason)
      }
    }
    percent = total.percent(decimals: 0, numerator).map { Int($0) }
  }

  private mutating func reach(_ column: Int) {
    while due.count <= column {
      due.append(0)
      done.append(0)
      reasons.append(0)
    }
  }
}

extension PatientGrid.PatientRow: Comparable {
  /// Sorts by name, then by numbers, which makes the order total.
  static func < (a: PatientGrid.PatientRow, b: PatientGrid.PatientRow) -> Bool {
    if a.name != b.name { return a.name < b.name }
    if a.due != b.due { return a.due.lexicographicallyPrecedes(b.due) }
    if a.done != b.done { return a.done.lexicographicallyPrecedes(b.done) }
    return a.reasons.lexicographicallyPrecedes(b.reasons)
  }
}

extension PatientGrid.PercentBin {
  mutating func add(_ row: PatientGrid.PatientRow) {
    patients += 1
    reach(row.due.count)
    for column in row.due.indices {
      due[column].add(row.due[column])
      done[column].add(row.done[column])
      reasons[column] |= row.reasons[column]
    }
  }

  mutating func merge(_ other: PatientGrid.PercentBin) {
    patients += other.patients
    reach(other.due.count)
    for column in other.due.indices {
      due[column].merge(other.due[column])
      done[column].merge(other.done[column])
      reasons[column] |= other.reasons[column]
    }
  }

  private mutating func reach(_ count: Int) {
    let missing = max(0, count - due.count)
    due += repeatElement(ExactSum(), count: missing)
    done += repeatElement(ExactSum(), count: missing)
    reasons += repeatElement(0, count: missing)
  }
}
