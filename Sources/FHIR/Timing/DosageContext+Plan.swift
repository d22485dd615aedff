package import Interchange
package import Scheduling

extension DosageContext {
  /// What the dosages of a request become.
  ///
  /// - Parameters:
  ///   - dosages: The elements of `dosageInstruction` or `dosage`.
  ///   - resource: The value from which paths in errors begin; `nil` is the outermost one.
  /// - Returns: The plan.
  /// - Throws: The first rule that they break; a request is read whole or not at all.
  package func plan(
    ofDosages dosages: [JSONNode], in resource: JSONNode? = nil
  ) throws(InputError) -> DosedPlan {
    var findings = DosageFindings(in: resource)
    var read: [Dosage] = []
    read.reserveCapacity(dosages.count)
    for node in dosages {
      let dosage = try findings.dosage(node, in: self)
      try findings.checkWhatSpeaks(of: dosage)
      read.append(dosage)
    }
    return try plan(of: read, findings)
  }

  /// What a Timing alone becomes, such as that of a ServiceRequest.
  ///
  /// - Parameters:
  ///   - timing: The Timing.
  ///   - asNeeded: Whether it is done only when needed.
  ///   - resource: The value from which paths in errors begin; `nil` is the outermost one.
  /// - Returns: The plan.
  /// - Throws: The first rule that it breaks.
  package func plan(
    ofTiming timing: JSONNode, asNeeded: Bool = false, in resource: JSONNode? = nil
  ) throws(InputError) -> DosedPlan {
    var findings = DosageFindings(in: resource)
    var dosage = Dosage(node: timing, isAsNeeded: asNeeded)
    dosage.timing = try findings.timing(timing, in: self)
    try findings.checkWhatSpeaks(of: dosage)
    return try plan(of: [dosage], findings)
  }
}

extension DosageContext {
  /// Puts phases one after the other.
  private func plan(
    of dosages: [Dosage], _ findings: DosageFindings
  ) throws(InputError) -> DosedPlan {
    var (plan, findings) = (DosedPlan(), findings)
    let start = anchor.map { CourseMoment($0, in: zone) }
    var phases = DosagePhases(context: self, start: start)
    for (place, phase) in try findings.phases(of: dosages, sequences).enumerated() {
      try phases.append(phase, isFirst: place == 0, &findings)
    }
    phases.parts.sort { $0.dosage < $1.dosage }
    plan.parts = phases.parts
    plan.notes = findings.notes
    plan.end = phases.end?.moment
    return plan
  }
}
