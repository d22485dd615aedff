import AdherenceAnalytics
import AdherenceStatistics
import Scheduling
import TestSupport
import Testing

/// Supplies followed day by day, with no thought for speed.
@Suite struct SupplyWalkTests {
  /// A few prescriptions and stays of one patient, and one box.
  private struct World: CustomStringConvertible {
    var prescriptions: [Prescription] = []
    var stays: [Stay] = []
    var box: Dispensing

    var description: String {
      "\(prescriptions.map { "\($0.date) \($0.dailyDose) \($0.days ?? -1)" }) "
        + "\(stays.map { "\($0.days)" }) \(box.date) \(box.dose)"
    }

    init(_ random: inout Seeded) {
      func day(_ range: ClosedRange<Int>) -> CivilDate {
        CivilDate(dayNumber: Int.random(in: range, using: &random))
      }
      box = Dispensing(day(0...8), "A", dose: Double.random(in: 1...14, using: &random).rounded())
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let days = Bool.random(using: &random) ? nil : Int.random(in: 1...6, using: &random)
        let dose = Double(Int.random(in: 1...3, using: &random))
        prescriptions.append(Prescription(day(0...16), "A", dailyDose: dose, days: days))
      }
      for _ in 0..<Int.random(in: 0...3, using: &random) {
        let first = day(0...20)
        stays.append(Stay(first...first.adding(days: Int.random(in: 0...4, using: &random))))
      }
    }
  }

  /// How much of the box is used on each day, by the rules' own words.
  private func walk(
    _ world: World, _ episodes: [PrescriptionEpisode], _ rules: SupplyRules
  ) -> [Int: Double] {
    var (left, used) = (world.box.dose, [Int: Double]())
    let lastEnd = episodes.last?.end?.dayNumber ?? .max
    // A stay that begins after the last episode is over finds no prescription to interrupt.
    let days = world.stays.flatMap { $0.days.lowerBound.dayNumber...$0.days.upperBound.dayNumber }
    let stays = Set(days).filter { day in
      day < lastEnd || (lastEnd - 1...day).allSatisfy(days.contains)
    }
    for day in world.box.date.dayNumber..<400 where left > 1e-9 {
      let date = CivilDate(dayNumber: day)
      guard let current = episodes.last(where: { $0.start <= date }) else { return [:] }
      let isOver = current.end.map { $0 <= date } ?? false
      if isOver, current != episodes.last {
        if rules.interruptions == .discard { break }
        continue
      }
      if isOver, day == world.box.date.dayNumber { return [:] }
      if stays.contains(day) {
        if rules.stays == .discard { break }
        if rules.stays == .carryover { continue }
      }
      used[day] = min(left, current.dailyDose)
      left -= current.dailyDose
    }
    return used
  }

  private func used(_ events: [SuppliedEvent]) -> [Int: Double] {
    var used: [Int: Double] = [:]
    for event in events {
      guard var days = event.duration.value, let dose = event.dailyDose else { continue }
      var day = event.start.dayNumber
      while days > 1e-9 {
        used[day, default: 0] += min(days, 1) * dose
        (day, days) = (day + 1, days - 1)
      }
    }
    return used
  }

  @Test(arguments: SupplyHandling.allCases, [SupplyHandling.discard, .carryover])
  func agreesWithWalkingDayByDay(_ stays: SupplyHandling, _ interruptions: SupplyHandling) {
    var random = Seeded(state: 11)
    let rules = SupplyRules(stays: stays, interruptions: interruptions)
    var walked = 0
    for _ in 0..<4_000 {
      let world = World(&random)
      let supply = EventDurations.supplies(
        prescribed: world.prescriptions, dispensed: [world.box], stays: world.stays, under: rules)
      let expected = walk(world, supply[0].episodes, rules)
      let found = used(supply[0].events)
      #expect(
        found.keys.sorted() == expected.keys.sorted()
          && found.allSatisfy { isClose($1, expected[$0]) }, "\(world): \(found) \(expected)")
      walked += expected.count
    }
    #expect(walked > 4_000)
  }
}
