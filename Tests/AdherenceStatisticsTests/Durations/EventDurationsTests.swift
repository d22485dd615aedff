import AdherenceAnalytics
import AdherenceStatistics
import Scheduling
import TestSupport
import Testing

/// Invariants of supplies that hold for any prescription.
@Suite struct EventDurationsTests {
  @Test func aBoxLastsItsDoseByTheDailyDose() throws {
    let monday = try day("2025-01-06")
    let taken = Prescription(monday, "A", dailyDose: 2)
    let box = Dispensing(monday, "A", dose: 60)
    let supplies = EventDurations.supplies(prescribed: [taken], dispensed: [box])
    #expect(supplies[0].events[0].duration == .value(30))
    #expect(supplies[0].events[0].fill(of: "A") == Fill(monday, days: 30, dose: 2, drug: "A"))
  }

  /// The examples of the vignette "Data preparation for computing adherence", section by section.
  @Test func aDosageChangeSplitsWhatIsLeft() throws {
    let prescribed = [try prescription("2025-01-01", 1), try prescription("2025-01-11", 4)]
    let split = try events(prescribed, [("2025-01-01", 30)])
    #expect(split.map(\.text) == ["2025-01-01 10.0000 × 1", "2025-01-11 5.0000 × 4"])
    let whole = try events(
      prescribed, [("2025-01-01", 30)], under: SupplyRules(splitsOnDosageChange: false))
    #expect(whole.map(\.text) == ["2025-01-01 30.0000 × 1"])
  }

  @Test func aStayIsLivedThroughDiscardsOrIsWaitedFor() throws {
    let prescribed = [try prescription("2025-01-01", 1)]
    let stays = [try stay("2025-01-11", "2025-01-15"), try stay("2025-01-16", "2025-01-20")]
    func found(_ handling: SupplyHandling) throws -> [SuppliedEvent] {
      try events(prescribed, [("2025-01-01", 30)], stays, under: SupplyRules(stays: handling))
    }
    #expect(try found(.continue).map(\.text) == ["2025-01-01 30.0000 × 1"])
    #expect(try found(.continue).map(\.stayDays) == [10])
    #expect(try found(.discard).map(\.text) == ["2025-01-01 10.0000 × 1"])
    #expect(
      try found(.carryover).map(\.text) == ["2025-01-01 10.0000 × 1", "2025-01-21 20.0000 × 1"])
    #expect(try found(.carryover).map(\.waitingDays) == [10, 0])
  }

  @Test func anInterruptionIsBridgedOrNot() throws {
    let prescribed = [
      try prescription("2025-01-01", 1, days: 10), try prescription("2025-02-01", 2),
    ]
    func texts(_ handling: SupplyHandling, _ date: String) throws -> [String] {
      try events(prescribed, [(date, 30)], under: SupplyRules(interruptions: handling)).map(\.text)
    }
    #expect(try texts(.continue, "2025-01-05") == ["2025-01-05 30.0000 × 1"])
    #expect(try texts(.discard, "2025-01-05") == ["2025-01-05 6.0000 × 1"])
    #expect(
      try texts(.carryover, "2025-01-05") == ["2025-01-05 6.0000 × 1", "2025-02-01 12.0000 × 2"])
    #expect(try texts(.continue, "2025-01-20") == ["2025-01-20 30.0000 × 1"])
    #expect(try texts(.discard, "2025-01-20") == ["2025-01-20 0.0000 × -"])
    #expect(try texts(.carryover, "2025-01-20") == ["2025-02-01 15.0000 × 2"])
  }

  @Test func nobodyKnowsHowLongWhatIsNotPrescribedLasts() throws {
    let prescribed = [try prescription("2025-01-10", 1, days: 10)]
    for date in ["2025-01-01", "2025-01-20", "2025-03-01"] {
      let events = try events(prescribed, [(date, 30)])
      #expect(events.map(\.duration) == [.missing(.notPrescribed)])
      #expect(events[0].fill(of: "A") == nil)
    }
    #expect(try events([], [("2025-01-01", 30)]).map(\.duration) == [.missing(.notPrescribed)])
  }

  @Test func theFirstPrescriptionIsAdvancedUnlessItIsLimited() throws {
    let rules = SupplyRules(advancesFirstPrescription: true)
    func starts(_ prescribed: [Prescription]) throws -> [CivilDate] {
      let box = Dispensing(try day("2025-01-01"), "A", dose: 30)
      return EventDurations.supplies(prescribed: prescribed, dispensed: [box], under: rules)[0]
        .episodes.map(\.start)
    }
    #expect(try starts([prescription("2025-02-01", 1)]) == [day("2025-01-01")])
    #expect(try starts([prescription("2025-02-01", 1, days: 30)]) == [day("2025-02-01")])
    let renewed = [try prescription("2025-02-01", 1), try prescription("2025-03-01", 1, days: 30)]
    #expect(try starts(renewed) == [day("2025-02-01")])
  }

  @Test func aVisitWithoutRenewalEndsAPrescription() throws {
    let other = Prescription(try day("2025-02-01"), "B", dailyDose: 1)
    let prescribed = [try prescription("2025-01-01", 1), try prescription("2025-03-01", 1), other]
    func supply(_ ends: Bool) -> MedicineSupply {
      EventDurations.supplies(
        prescribed: prescribed, dispensed: [], under: SupplyRules(endsWithoutRenewal: ends))[0]
    }
    #expect(supply(false).episodes.count == 1)
    #expect(supply(true).interruptions == 1)
    #expect(try supply(true).episodes.map(\.end) == [day("2025-02-01"), nil])
  }

  /// Unless it is discarded, the dispensed supply equals the supply used, and no two parts of a
  /// supply are used on the same day.
  @Test(arguments: SupplyHandling.allCases, SupplyHandling.allCases)
  func nothingIsLostOrUsedTwice(_ stays: SupplyHandling, _ interruptions: SupplyHandling) throws {
    let world = try AdhereRDurations()
    for splits in [true, false] {
      let rules = SupplyRules(
        stays: stays, interruptions: interruptions, splitsOnDosageChange: splits,
        advancesFirstPrescription: true, endsWithoutRenewal: true)
      for patient in world.patients {
        for supply in world.supplies(of: patient, under: rules) {
          for (key, parts) in SupplyKey.grouping(supply, of: patient) {
            checkParts(parts, of: key.dose, rules)
          }
        }
      }
    }
  }

  private func checkParts(_ parts: [SuppliedEvent], of dose: Double, _ rules: SupplyRules) {
    guard parts.allSatisfy({ $0.duration.value != nil }),
      Set(parts.map(\.number)).count == parts.count
    else { return }
    let used = parts.reduce(0) { $0 + ($1.duration.value ?? 0) * ($1.dailyDose ?? 0) }
    let isKept = rules.stays != .discard && rules.interruptions != .discard
    #expect(isKept ? isClose(used, dose) : used <= dose * (1 + 1e-9), "\(parts.map(\.text))")
    for (part, next) in zip(parts, parts.dropFirst()) {
      let end = Double(part.start.dayNumber) + (part.duration.value ?? 0)
      #expect(end <= Double(next.start.dayNumber) + 1e-9, "\(parts.map(\.text))")
    }
  }

  /// The order in which prescriptions, dispensings and stays are given says nothing.
  @Test func orderSaysNothing() throws {
    let world = try AdhereRDurations()
    var random = Seeded(state: 7)
    let rules = SupplyRules(stays: .carryover, interruptions: .carryover)
    for patient in [3, 4, 9] {
      let shuffled = EventDurations.supplies(
        prescribed: (world.prescriptions[patient] ?? []).shuffled(using: &random),
        dispensed: (world.dispensings[patient] ?? []).reversed(),
        stays: (world.stays[patient] ?? []).shuffled(using: &random), under: rules)
      let ordered = world.supplies(of: patient, under: rules)
      #expect(shuffled.map(\.episodes) == ordered.map(\.episodes))
      #expect(shuffled.map { Set($0.events) } == ordered.map { Set($0.events) })
    }
  }

  private func prescription(_ date: String, _ dose: Double, days: Int? = nil) throws
    -> Prescription
  {
    Prescription(try day(date), "A", dailyDose: dose, days: days)
  }

  private func stay(_ first: String, _ last: String) throws -> Stay {
    Stay(try day(first)...day(last))
  }

  private func events(
    _ prescribed: [Prescription], _ dispensed: [(date: String, dose: Double)], _ stays: [Stay] = [],
    under rules: SupplyRules = SupplyRules()
  ) throws -> [SuppliedEvent] {
    let boxes = try dispensed.map { Dispensing(try day($0.date), "A", dose: $0.dose) }
    return EventDurations.supplies(
      prescribed: prescribed, dispensed: boxes, stays: stays, under: rules
    ).flatMap(\.events)
  }
}
