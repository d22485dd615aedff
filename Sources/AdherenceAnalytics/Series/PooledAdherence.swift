import Scheduling

/// The counts of many patients together, the same to the last digit in whatever order and grouping
/// the patients come.
struct PooledAdherence: Hashable, Sendable {
  /// The whole numbers; its sums of amounts are replaced by the exact ones.
  private var counts = Adherence()
  private var progress = ExactSum()
  private var value = ExactSum()
  private var credited = ExactSum()
  private var target = ExactSum()
  private var quotaRequired = ExactSum()
  private var quotaCredited = ExactSum()
  private var dose = ExactSum()

  /// Adds one patient's counts.
  mutating func add(_ other: Adherence) {
    counts.merge(other)
    if other.progress != 0 { progress.add(other.progress) }
    if other.value != 0 { value.add(other.value) }
    if other.credited != 0 { credited.add(other.credited) }
    if other.target != 0 { target.add(other.target) }
    if other.quota.required != 0 { quotaRequired.add(other.quota.required) }
    if other.quota.credited != 0 { quotaCredited.add(other.quota.credited) }
    if other.uses.dose != 0 { dose.add(other.uses.dose) }
  }

  /// Adds the patients of another part.
  mutating func merge(_ other: PooledAdherence) {
    counts.merge(other.counts)
    progress.merge(other.progress)
    value.merge(other.value)
    credited.merge(other.credited)
    target.merge(other.target)
    quotaRequired.merge(other.quotaRequired)
    quotaCredited.merge(other.quotaCredited)
    dose.merge(other.dose)
  }

  /// The counts, with each sum of amounts rounded once.
  var total: Adherence {
    var total = counts
    total.progress = progress.value
    total.value = value.value
    total.credited = credited.value
    total.target = target.value
    total.quota.required = quotaRequired.value
    total.quota.credited = quotaCredited.value
    total.uses.dose = dose.value
    return total
  }
}

extension PooledAdherence: Codable {
  private enum CodingKeys: CodingKey {
    case counts, times, progress, value, credited, target, quotaRequired, quotaCredited, dose
  }

  /// The whole numbers as one list, in the order of ``Adherence/countPaths``.
  func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(Adherence.countPaths.map { counts[keyPath: $0] }, forKey: .counts)
    try fields.encode(
      [counts.uses.first?.seconds, counts.uses.last?.seconds], forKey: .times)
    try fields.encode(progress, forKey: .progress)
    try fields.encode(value, forKey: .value)
    try fields.encode(credited, forKey: .credited)
    try fields.encode(target, forKey: .target)
    try fields.encode(quotaRequired, forKey: .quotaRequired)
    try fields.encode(quotaCredited, forKey: .quotaCredited)
    try fields.encode(dose, forKey: .dose)
  }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    for (path, count) in zip(Adherence.countPaths, try fields.decode([Int].self, forKey: .counts)) {
      counts[keyPath: path] = count
    }
    let times = try fields.decode([Int64?].self, forKey: .times)
    counts.uses.first = times.first?.map(Instant.init(seconds:))
    counts.uses.last = times.last?.map(Instant.init(seconds:))
    progress = try fields.decode(ExactSum.self, forKey: .progress)
    value = try fields.decode(ExactSum.self, forKey: .value)
    credited = try fields.decode(ExactSum.self, forKey: .credited)
    target = try fields.decode(ExactSum.self, forKey: .target)
    quotaRequired = try fields.decode(ExactSum.self, forKey: .quotaRequired)
    quotaCredited = try fields.decode(ExactSum.self, forKey: .quotaCredited)
    dose = try fields.decode(ExactSum.self, forKey: .dose)
  }
}

extension Adherence {
  /// Every whole number of an adherence.
  fileprivate static var countPaths: [WritableKeyPath<Adherence, Int>] {
    [
      \.due, \.completed, \.partial, \.missed, \.declined, \.excused, \.suspended, \.cancelled,
      \.pending, \.unscheduled, \.dropped, \.timings.early, \.timings.onTime, \.timings.late,
      \.timings.outside, \.timings.untimed, \.uncredited, \.quota.periods, \.quota.met,
      \.quota.suspended, \.quota.pending, \.quota.done, \.uses.openDays, \.uses.count,
      \.uses.overMaximum, \.uses.tooSoon,
    ]
  }
}
