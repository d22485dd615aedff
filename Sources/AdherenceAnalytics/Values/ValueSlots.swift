import Scheduling

/// The values of a task, by element, kind, unit and type.
struct ValueSlots {
  /// The slots in order of first appearance.
  private(set) var all: [Slot] = []
  /// The kinds by number.
  private(set) var kinds: [String?] = []
  private let task: String
  private var slots: [ValueScope: Int] = [:]
  private var numbersOfKinds: [String?: Int] = [:]

  /// The values of one scope.
  struct Slot {
    let scope: ValueScope
    /// The number of its kind.
    let kind: Int
    /// The values in order of addition.
    fileprivate(set) var values: [RecordedValue] = []
    /// The targets of the last single value, which are usually those of the next one.
    fileprivate var asked: (targets: [ScheduleElement.Target], held: ComparedTargets)?
  }

  init(of task: String) { self.task = task }

  subscript(slot: Int) -> Slot { all[slot] }

  /// Returns the number of a kind, adding it if necessary.
  mutating func kind(_ name: String?) -> Int {
    if let number = numbersOfKinds[name] { return number }
    numbersOfKinds[name] = kinds.count
    kinds.append(name)
    return kinds.count - 1
  }

  /// Returns the slot of a scope, adding it if necessary.
  mutating func slot(
    of element: String?, _ kind: String?, _ units: String?, _ type: ValueType
  ) -> Int {
    let scope = ValueScope(task: task, element: element, kind: kind, units: units, type: type)
    if let slot = slots[scope] { return slot }
    slots[scope] = all.count
    all.append(Slot(scope: scope, kind: self.kind(kind)))
    return all.count - 1
  }

  /// Adds a value to the slot of its scope.
  mutating func add(_ value: OutcomeValue, of element: String?, _ recorded: RecordedValue) {
    let slot = slot(of: element, value.kind, value.units, value.content.type)
    all[slot].values.append(recorded)
  }

  /// Adds the only value of an outcome, compared with its targets.
  mutating func add(
    _ content: OutcomeValue.Content, to slot: Int, on day: CivilDate, at time: Instant,
    _ targets: [ScheduleElement.Target], _ conversions: UnitConversions
  ) {
    let scope = all[slot].scope
    let value = OutcomeValue(content, units: scope.units, kind: scope.kind)
    let (isInRange, band) = all[slot].hold(value, against: targets, conversions)
    all[slot].values.append(
      RecordedValue(content, on: day, at: time, isInRange: isInRange, band: band))
  }
}

extension ValueSlots.Slot {
  /// Compares a single value with targets, and returns whether it meets them, and the amounts they allow.
  fileprivate mutating func hold(
    _ value: OutcomeValue, against targets: [ScheduleElement.Target],
    _ conversions: UnitConversions
  ) -> (isInRange: Bool?, band: ClosedRange<Double>?) {
    if targets.isEmpty { return (nil, nil) }
    if let asked, asked.targets == targets { return (asked.held.isMet(by: value), asked.held.band) }
    let converted = targets.converting([value], by: conversions)
    let own = targets.targetIndices(for: converted)[0].map { targets[$0] }
    let held = ComparedTargets(own, for: converted[0], as: value, conversions)
    // Not cached if values have to be converted, since that can fail for some amounts.
    if targets.units(for: value, by: conversions) == nil { asked = (targets, held) }
    return (held.isMet(by: converted[0]), held.band)
  }
}
