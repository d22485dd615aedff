package import AdherenceStatistics

/// One row of a chart of fills: those of a patient, or of one drug or class of a patient.
package struct FillLane: Hashable, Sendable {
  /// Whose or what it is.
  var name: String
  /// The patient's id; `nil` of nobody that is known.
  var patient: String?
  /// The drug of the fills; `nil` of several drugs, and where it is not known.
  var drug: String?
  /// The class of the fills; `nil` of several classes, and where it is not known.
  var drugClass: String?
  /// What the measure comes to.
  var value: Estimate<Double>
  /// What becomes of the supply, as the measure counts it.
  var timeline: Estimate<SupplyTimeline>

  /// Creates a lane.
  package init(
    name: String, patient: String? = nil, drug: String? = nil, drugClass: String? = nil,
    value: Estimate<Double>, timeline: Estimate<SupplyTimeline>
  ) {
    (self.name, self.patient, self.drug, self.drugClass) = (name, patient, drug, drugClass)
    self.value = value
    self.timeline = timeline
  }

  /// The name with the value, or with a dash where there is none.
  var label: String {
    let value = value.value.map(ChartText.percent) ?? "–"
    return name.isEmpty ? value : "\(name.isolated)  \(value)"
  }

  /// The day that an axis of time since the start counts from.
  func origin(sinceStart: Bool) -> Double {
    sinceStart ? timeline.value?.windows.followUp.lowerBound.position ?? 0 : 0
  }
}
