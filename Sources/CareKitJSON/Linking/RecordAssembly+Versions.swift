import AdherenceAnalytics
import Diagnostics
import Scheduling

// Versions.
extension RecordAssembly {
  mutating func addPatients() {
    guard !drafts.patients.isEmpty else {
      drafts.counts.patients.read += 1
      return
    }
    let chain = VersionChain(drafts.patients)
    report(forksOf: chain)
    var kept: [Patient] = []
    for (index, draft) in chain.versions.enumerated() {
      var patient = draft.record
      if index == 0 { patient.begin(draft.facts) }
      let identity = VersionIdentity(patient, in: .utc)
      count(\.patients, draft.location) { (self) throws(InputError) in
        try self.claim(identity, "patient", patient.id)
        kept.append(patient)
      }
    }
    versions = []
    record.patient = kept.removeLast()
    record.earlierPatients = kept
  }

  mutating func addPlans() {
    for chain in VersionChain.chains(of: drafts.carePlans, by: \.id) {
      report(forksOf: chain)
      for (index, draft) in chain.versions.enumerated() {
        var plan = draft.record
        if index == 0 { plan.begin(draft.facts) }
        keepZone(draft.facts.zone, in: &plan.userInfo)
        if draft.owner != pool.patients[draft.owner]?.facts.identity || isEarlier(draft.owner) {
          plan.userInfo["carekit.patientUUID"] = draft.owner
        }
        let identity = VersionIdentity(plan, in: record.patientZone)
        count(\.carePlans, draft.location) { (self) throws(InputError) in
          try self.claim(identity, "care plan", plan.id)
          self.record.carePlans.append(plan)
        }
      }
      if let last = chain.versions.last { plans[last.record.id] = last.facts.identity }
    }
    versions = []
  }

  /// Returns whether a link refers to an older version of the patient.
  func isEarlier(_ owner: String?) -> Bool {
    owner != nil && record.patient.userInfo["carekit.uuid"] != owner
  }

  mutating func addContacts() {
    for chain in VersionChain.chains(of: drafts.contacts, by: \.id) {
      report(forksOf: chain)
      for (index, draft) in chain.versions.enumerated() {
        var contact = draft.record
        if index == 0 { contact.begin(draft.facts) }
        keepZone(draft.facts.zone, in: &contact.userInfo)
        contact.carePlan = link(draft.owner, in: &contact.userInfo)
        let identity = VersionIdentity(contact, in: record.patientZone)
        count(\.contacts, draft.location) { (self) throws(InputError) in
          try self.claim(identity, "contact", contact.id)
          self.record.contacts.append(contact)
        }
      }
    }
    versions = []
  }

  /// Returns the id of the care plan that a link refers to; a link to an unknown or older version
  /// is kept in the user info.
  func link(_ owner: String?, in userInfo: inout [String: String]) -> String? {
    guard let owner else { return nil }
    let plan = pool.carePlans[owner]?.record.id
    let isHere = plan.map { plans[$0] != nil } ?? false
    if !isHere || plan.flatMap({ plans[$0] }) != owner { userInfo["carekit.carePlanUUID"] = owner }
    return isHere ? plan : nil
  }

  func keepZone(_ zone: Zone, in userInfo: inout [String: String]) {
    if zone != record.patient.zone { userInfo["carekit.timezone"] = zone.id }
  }
}

extension VersionedRecord {
  /// Makes the first version valid from the beginning; its effective date is kept in the user info.
  fileprivate mutating func begin(_ facts: Draft<Self>.Facts) {
    effectiveFrom = nil
    // Documents require an effective date, so a default one is not kept.
    let stated =
      facts.effective == facts.recordedAt ?? RecordDraft.firstDate ? nil : facts.effective
    userInfo["carekit.effectiveDate"] = stated?.description
  }
}
