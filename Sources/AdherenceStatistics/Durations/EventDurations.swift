public import AdherenceAnalytics
import Scheduling

/// Computes the duration of dispensed supplies from prescriptions, dispensings and hospital stays.
///
/// The duration of a supply is its amount divided by the prescribed daily dose. When the prescribed
/// dose changes, the remainder is divided again. While the patient is in hospital or the medication
/// is not prescribed, it is used on, discarded or kept, according to ``SupplyRules``.
///
/// Based on the documentation of `compute_event_durations` in AdhereR (Dima and Dediu, PLoS ONE
/// 2017, 12(4): e0174426; Allemann, Dediu and Dima, "Data preparation for computing adherence to
/// medication in AdhereR"). Where AdhereR deviates from its documentation, the documentation is
/// followed.
///
///     let monday = CivilDate("2025-01-06")!
///     let taken = Prescription(monday, "A", dailyDose: 2)
///     let box = Dispensing(monday, "A", dose: 60)
///     let supplies = EventDurations.supplies(prescribed: [taken], dispensed: [box])
///     print(supplies[0].events[0].duration)  // value(30.0)
public enum EventDurations {
  /// Returns the episodes and supplied events of each medication of a patient.
  ///
  /// Days of a stay do not use the patient's own supply, unless stays are ignored. Overlapping or
  /// adjacent stays are merged. In sources that count the day of discharge as the first day on the
  /// patient's own supply, as AdhereR does, stays end the day before. Of several prescriptions of a
  /// medication on one day the last one is used.
  ///
  /// - Returns: The prescribed or dispensed medications, sorted by name.
  /// - Complexity: O(*n*) for *n* prescriptions, dispensings and events sorted by date, otherwise
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

  /// Returns the days of stays by number, disjoint and in order.
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
  /// Returns the elements sorted by date, stably.
  fileprivate func inOrder(of date: (Element) -> CivilDate) -> [Element] {
    if zip(self, dropFirst()).allSatisfy({ date($0) <= date($1) }) { return self }
    return enumerated().sorted { a, b in
      (date(a.element), a.offset) < (date(b.element), b.offset)
    }.map(\.element)
  }
}
