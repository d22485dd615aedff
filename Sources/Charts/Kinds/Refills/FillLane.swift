package import AdherenceStatistics

/// A lane of a chart of fills: a patient, or one drug or class of a patient.
package struct FillLane: Hashable, Sendable {
  /// The label.
  var name: String
  /// The patient's id, if known.
  var patient: String?
  /// The drug of the fills; `nil` for several or unknown drugs.
  var drug: String?
  /// The class of the fills; `nil` for several or unknown classes.
  var drugClass: String?
  /// The value of the measure.
  var value: Estimate<Double>
  /// The timeline of supply, as counted by the measure.
  var timeline: Estimate<SupplyTimeline>

  package init(
    name: String, patient: String? = nil, drug: String? = nil, drugClass: String? = nil,
    value: Estimate<Double>, timeline: Estimate<SupplyTimeline>
  ) {
    (self.name, self.patient, self.drug, self.drugClass) = (name, patient, drug, drugClass)
    self.value = value
    self.timeline = timeline
  }

  /// The name with the value, or a dash if it is missing.
  var label: String {
    let value = value.value.map(ChartText.percent) ?? "–"
    return name.isEmpty ? value : "\(name.isolated)  \(value)"
  }

  /// Returns the day from which time since the start counts.
  func origin(sinceStart: Bool) -> Double {
    sinceStart ? timeline.value?.windows.followUp.lowerBound.position ?? 0 : 0
  }
}
