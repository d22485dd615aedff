import AdherenceAnalytics
import Scheduling

/// A generator of a patient's outcomes, occurrence by occurrence.
///
/// A class, because its buffers are reused and copying them would cost more than drawing.
final class OutcomeGenerator {
  private let lastDay: CivilDate
  private let names = RecordedNames()
  private var starts: [Occurrence] = []
  private var nominals: [Int64] = []
  private var rows: [OutcomeTable.Row] = []
  /// The rate per thousand of each day; -1 on days without records.
  private var rates: [Int] = []

  /// Creates a generator of outcomes before a day.
  init(until end: CivilDate) { lastDay = end }

  /// Draws the outcomes of a record that already has its plan, task by task.
  func table(
    of traits: Traits, _ record: CareRecord, _ random: inout RandomNumbers
  ) -> OutcomeTable {
    rates = traits.adherence.rates(
      days: traits.followUp, weekday: traits.enrolment.weekday.rawValue, hold: traits.hold)
    rows.removeAll(keepingCapacity: true)
    let end = record.patient.zone.firstInstant(atOrAfter: CivilDateTime(date: lastDay))
    for (index, task) in record.tasks.enumerated() {
      let next = index + 1 < record.tasks.count ? record.tasks[index + 1] : nil
      let isEdited = next?.id == task.id
      list(task, until: isEdited ? next?.effectiveFrom : nil, end, in: record.patient.zone)
      switch task.id {
      case TaskName.medication: takeDoses(traits, until: end, &random)
      case TaskName.exercise: walk(traits, until: end, &random)
      default: answer(traits, until: end, &random)
      }
    }
    return OutcomeTable(rows: Array(rows), names: names.table)
  }

  /// Lists the occurrences of a version of a task while it is in force.
  private func list(_ task: CareTask, until next: LocalOrInstant?, _ end: Instant, in zone: Zone) {
    starts.removeAll(keepingCapacity: true)
    nominals.removeAll(keepingCapacity: true)
    guard let occurrences = try? Occurrences(of: task.schedule, in: zone) else { return }
    let from = task.effectiveFrom?.instant(in: zone) ?? .earliest
    let to = min(end, next?.instant(in: zone) ?? end)
    occurrences.append(startingIn: from..<max(from, to), to: &starts)
    occurrences.appendNominals(of: starts[...], to: &nominals)
  }
}

extension OutcomeGenerator {
  private func takeDoses(_ traits: Traits, until end: Instant, _ random: inout RandomNumbers) {
    var isKeyed = true
    if case .device = traits.recording { isKeyed = false }
    let empty = names.dose
    for index in starts.indices {
      let day = day(of: nominals[index], traits)
      guard let rate = rate(on: day) else { continue }
      guard random.happens(rate) else {
        if isKeyed { refuse(index, empty, until: end, &random) }
        continue
      }
      let delay = doseDelay(traits.adherence.delay(on: day), &random)
      var row = isKeyed ? key(index, of: empty) : OutcomeTable.Row(task: empty.task)
      row.time = starts[index].start.seconds + Int64(delay)
      append(row, until: end)
      repeatDose(row, isKeyed: isKeyed, until: end, &random)
    }
  }

  /// Draws the delay of a dose: near the patient's mean, or hours later.
  private func doseDelay(_ average: Int, _ random: inout RandomNumbers) -> Int {
    let scatter = random.within(-1200...1200) + random.within(-1200...1200)
    return average + scatter + (random.happens(60) ? random.within(7200...18_000) : 0)
  }

  /// Occasionally repeats a dose, as if it was taken twice or a device was opened twice in a row.
  private func repeatDose(
    _ row: OutcomeTable.Row, isKeyed: Bool, until end: Instant, _ random: inout RandomNumbers
  ) {
    let chance = random.below(1000)
    guard chance < 6 || !isKeyed && chance < 16 else { return }
    var extra = OutcomeTable.Row(task: row.task)
    extra.time = row.time + Int64(random.within(chance < 6 ? 3600...10_800 : 20...600))
    append(extra, until: end)
  }

  /// Records some missed doses as skipped or declined.
  private func refuse(
    _ index: Int, _ empty: OutcomeTable.Row, until end: Instant, _ random: inout RandomNumbers
  ) {
    let chance = random.below(1000)
    guard chance < 80 else { return }
    var row = key(index, of: empty)
    row.time = starts[index].start.seconds + Int64(random.within(0...3600))
    row.marks.insert(chance < 50 ? .skipped : .declined)
    append(row, until: end)
  }

  private func walk(_ traits: Traits, until end: Instant, _ random: inout RandomNumbers) {
    let empty = names.walk
    for index in starts.indices {
      guard let rate = rate(on: day(of: nominals[index], traits)) else { continue }
      guard random.happens(max(0, rate - 100)) else {
        refuse(index, empty, until: end, &random)
        continue
      }
      let minutes = traits.exercise.minutes + random.within(-12...9)
      var row = key(index, of: empty)
      row.time = starts[index].start.seconds + Int64(60 * minutes + random.within(-1800...5400))
      (row.amount, row.units) = (Double(minutes), names.minutes)
      row.marks.insert(.number)
      append(row, until: end)
    }
  }

  private func answer(_ traits: Traits, until end: Instant, _ random: inout RandomNumbers) {
    let empty = names.answer
    for index in starts.indices {
      guard let rate = rate(on: day(of: nominals[index], traits)),
        random.happens(max(0, rate - 50))
      else { continue }
      var row = key(index, of: empty)
      row.time = starts[index].start.seconds + Int64(random.within(-7200...28_800))
      (row.amount, row.kind) = (Double(random.below(6) + random.below(6)), names.pain)
      row.marks.insert(.number)
      append(row, until: end)
    }
  }
}

extension OutcomeGenerator {
  /// Returns the day of a nominal time, counted from enrolment.
  private func day(of nominal: Int64, _ traits: Traits) -> Int {
    Int(nominal / 86_400) - traits.enrolment.dayNumber
  }

  /// Returns the rate of a day; `nil` on days without records and outside the observation period.
  private func rate(on day: Int) -> Int? {
    rates.indices ~= day && rates[day] >= 0 ? rates[day] : nil
  }

  /// Returns the row with the key of an occurrence.
  private func key(_ index: Int, of row: OutcomeTable.Row) -> OutcomeTable.Row {
    var row = row
    row.nominal = nominals[index]
    return row
  }

  /// Appends an outcome unless it is after the end.
  private func append(_ row: OutcomeTable.Row, until end: Instant) {
    if row.time < end.seconds { rows.append(row) }
  }
}

/// A seeded SplitMix64 generator of integers with independent streams.
///
/// It uses integer arithmetic only, so that all machines draw the same numbers.
///
/// Safe: SplitMix64 adds and multiplies modulo 2⁶⁴; `below` multiplies numbers of 32 bits.
struct RandomNumbers {
  private var state: UInt64

  /// Creates a stream; streams of one seed start at unrelated states.
  init(seed: UInt64, stream: UInt64) {
    state = RandomNumbers.mixed(RandomNumbers.mixed(seed) ^ RandomNumbers.mixed(~stream))
  }

  /// Returns the next 64 bits.
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    return RandomNumbers.mixed(state)
  }

  /// Returns a number in `0..<bound` for a bound of at most 2³¹, uniform to within 2⁻³².
  mutating func below(_ bound: Int) -> Int { Int(((next() >> 32) &* UInt64(bound)) >> 32) }

  /// Returns a number in a range.
  mutating func within(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + below(range.upperBound - range.lowerBound + 1)
  }

  /// Returns `true` with a probability of `rate` per thousand.
  mutating func happens(_ rate: Int) -> Bool { below(1000) < rate }

  /// Returns an index drawn with the given weights.
  mutating func choice(weights: [Int]) -> Int {
    var left = below(weights.reduce(0, +))
    for (index, weight) in weights.enumerated() {
      if left < weight { return index }
      left -= weight
    }
    return weights.count - 1
  }

  private static func mixed(_ bits: UInt64) -> UInt64 {
    var mixed = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
