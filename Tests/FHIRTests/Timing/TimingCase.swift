import Diagnostics
import FHIR
import Formats
import Foundation
import Interchange
import Scheduling
import TestSupport
import Testing

/// A case of `golden/fhir/timing.json`: dosages, and their expected plan.
struct TimingCase {
  let node: JSONNode
  let zone: Zone
  let context: DosageContext

  /// All cases, from one document that is cached.
  static func all() throws -> [TimingCase] {
    let document = JSONDocument()
    try document.read(Data(contentsOf: datasets.appending(path: "golden/fhir/timing.json")))
    return try (document.root["cases"]?.elements ?? []).map(TimingCase.init)
  }

  init(_ node: JSONNode) throws {
    self.node = node
    zone = try TestSupport.zone(try #require(node["zone"]?.text))
    let anchor = node["anchor"].flatMap { FHIRDateTime($0) }
    context = DosageContext(
      anchor: anchor, zone: zone, profile: try TimingCase.profile(node["profile"]),
      sequences: node["sequences"]?.text == "concurrent" ? .concurrent : .ordered)
  }

  private static func profile(_ node: JSONNode?) throws -> DosingProfile {
    guard let node else { return .standard }
    return node.text == "standard" ? .standardGivingTimes : try DosingProfile(node)
  }

  var id: String { node["id"]?.text ?? "" }

  var plan: Result<DosedPlan, InputError> {
    Result { () throws(InputError) in
      try context.plan(ofDosages: node["dosages"]?.elements ?? [], in: node)
    }
  }

  /// The local days to compare.
  func days() throws -> Range<CivilDate> {
    try TestSupport.days(
      try #require(node["from"]?.text), try #require(node["to"]?.text))
  }
}
