public import AdherenceAnalytics
import Scheduling

/// How long dispensed supplies last, from prescriptions, dispensings and stays.
///
/// A supply lasts its dose divided by the daily dose that is prescribed. On the day on which the
/// prescribed dose changes the rest is divided anew, and while the patient is in a hospital or the
/// medicine is not prescribed it is used on, thrown away or kept, as ``SupplyRules`` say.
///
/// After the documentation of `compute_event_durations` in AdhereR (Dima and Dediu, PLoS ONE 2017,
/// 12(4): e0174426; Allemann, Dediu and Dima, "Data preparation for computing adherence to medication
/// in AdhereR"). Where AdhereR does not do what that says, this does.
///
///     let monday = CivilDate("2025-01-06")!
///     let taken = Prescription(monday, "A", dailyDose: 2)
///     let box = Dispensing(monday, "A", dose: 60)
///     let supplies = EventDurations.supplies(prescribed: [taken], dispensed: [box])
///     print(supplies[0].events[0].duration)  // value(30.0)
public enum EventDurations {
  /// Finds the episodes and the supplied events of each medicine of a patient.
  ///
  /// On no day of a stay is the patient's own supply used, unless stays change nothing. Stays that
  /// overlap or touch are one. A source that counts the day of discharge as the first on the own
  /// supply, as AdhereR does, has stays that end the day before. Of several prescriptions of a
  /// medicine on one day the last counts.
  ///
  /// - Returns: The medicines that were prescribed or dispensed, in order of their names.
  /// - Complexity: O(*n*) for *n* prescriptions, dispensings and events in order of dates, else
  ///   O(*n* log *n*).
  public static func supplies(
    prescribed prescriptions: [Prescription], dispensed dispensings: [Dispensing],
    stays: [Stay] = [], under rules: SupplyRules = SupplyRules()
  ) -> [MedicineSupply] {
    let prescribed = Dictionary(grouping: prescriptions, by: \.medicine)
    let dispensed = Dictionary(grouping: dispensings, by: \.medicine)
    let visits = prescriptions.map(\.date.dayNumber).sorted()
    var walk = SupplyWalk(stays: merged(stays), rules: rules)
    return Set(prescribed.keys).union(dispensed.keys).sorted().map { medicine in
      let ordered = (prescribed[medicine] ?? []).inOrder(of: \.date)
      let handed = (dispensed[medicine] ?? []).inOrder(of: \.date)
      let episodes = EpisodeList(
        ordered, visits: visits, firstDispensing: handed.first?.date.dayNumber, rules: rules)
      return MedicineSupply(
        medicine: medicine, episodes: episodes.published,
        events: walk.events(of: handed, under: episodes))
    }
  }

  /// The days of stays as day numbers, in order, apart from each other.
  private static func merged(_ stays: [Stay]) -> [Range<Int>] {
    var merged: [Range<Int>] = []
    for stay in stays.sorted(by: { $0.days.lowerBound < $1.days.lowerBound }) {
      let days = stay.days.lowerBound.dayNumber..<stay.days.upperBound.dayNumber + 1
      if let last = merged.last, days.lowerBound <= last.upperBound {
        merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, days.upperBound)
      } else {
        merged.append(days)
      }
    }
    return merged
  }
}

extension Array {
  /// The elements in order of their dates; those of one date keep theirs.
  fileprivate func inOrder(of date: (Element) -> CivilDate) -> [Element] {
    if zip(self, dropFirst()).allSatisfy({ date($0) <= date($1) }) { return self }
    return enumerated().sorted { a, b in
      (date(a.element), a.offset) < (date(b.element), b.offset)
    }.map(\.element)
  }
}
