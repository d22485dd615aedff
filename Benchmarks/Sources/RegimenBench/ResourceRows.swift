import AdherenceAnalytics
import FHIR
import Foundation
import Interchange
import Scheduling

/// A folder of FHIR bulk data: two hundred patients who take a tablet twice a day for a year, about
/// 90 MB of MedicationAdministrations.
struct ResourceRows {
  private static let patients = 200

  private let folder: URL
  private let made: Answer
  private let megabytes: Int

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let zone = try Workloads.zone("America/New_York")
    let first = try Workloads.days("2025-01-06", "2026-01-06").lowerBound
    var files = (patients: "", requests: "", administrations: "")
    var (count, sum, random) = (0, Int64(0), Seeded(state: 63))
    for number in 0..<ResourceRows.patients {
      files.patients += ResourceRows.patient(number)
      files.requests += ResourceRows.request(number)
      for dose in 0..<730 where random.happens(88) {
        let hour = CivilDateTime(
          date: first.adding(days: dose / 2),
          time: try Workloads.time(dose.isMultiple(of: 2) ? "08:00" : "20:00"))
        let late = Int64.random(in: -900...2700, using: &random)
        let time = zone.firstInstant(atOrAfter: hour).adding(seconds: late)
        files.administrations += ResourceRows.administration(number, dose, time)
        (count, sum) = (count + 1, sum + time.seconds)
      }
    }
    for (name, text) in [
      ("Patient", files.patients), ("MedicationRequest", files.requests),
      ("MedicationAdministration", files.administrations),
    ] {
      try Data(text.utf8).write(to: folder.appending(path: "\(name).ndjson"))
    }
    made = Answer(count: count, checksum: "\(sum)")
    megabytes = files.administrations.utf8.count / 1_000_000
  }

  func row() -> Row {
    Row(
      name: "fhir-bulk", what: "a folder of bulk data, read into records of patients",
      per: .megabyte, units: megabytes, expected: made, systems: [regimen], data: folder,
      samples: 5)
  }

  private var regimen: System {
    var answer = Answer(count: 0, checksum: "")
    let path = folder.path
    return System(
      name: "regimen",
      run: { runs in
        for _ in 0..<runs {
          var (count, sum) = (0, Int64(0))
          let source = try FHIRRecords(path)
          var reader = try source.makeReader()
          try reader.read(source.patientIDs.indices) { entry in
            count += entry.record.outcomes.count
            sum += entry.record.outcomes.reduce(0) { $0 + ($1.time?.seconds ?? 0) }
          }
          answer = Answer(count: count, checksum: "\(sum)")
        }
      },
      answer: { answer })
  }

  private static let medicine = """
    "medicationCodeableConcept":{"coding":[{"system":"http://www.nlm.nih.gov/research/umls/rxnorm","code":"861007",\
    "display":"metformin 500 MG Oral Tablet"}],"text":"metformin 500 MG Oral Tablet"}
    """

  private static func patient(_ number: Int) -> String {
    """
    {"resourceType":"Patient","id":"p\(number)","extension":[{"url":"http://hl7.org/fhir/StructureDefinition/timezone",\
    "valueCode":"America/New_York"}],"gender":"female","birthDate":"1961-04-05"}

    """
  }

  private static func request(_ number: Int) -> String {
    """
    {"resourceType":"MedicationRequest","id":"mr\(number)","status":"active","intent":"order",\
    "subject":{"reference":"Patient/p\(number)"},"authoredOn":"2025-01-06","dosageInstruction":[{"timing":{"repeat":\
    {"frequency":2,"period":1,"periodUnit":"d","timeOfDay":["08:00:00","20:00:00"]}}}],\(medicine)}

    """
  }

  private static func administration(_ patient: Int, _ dose: Int, _ time: Instant) -> String {
    """
    {"resourceType":"MedicationAdministration","id":"ma-\(patient)-\(dose)","meta":{"lastUpdated":"\(time)"},\
    "status":"completed",\(medicine),"subject":{"reference":"Patient/p\(patient)"},"effectiveDateTime":"\(time)",\
    "performer":[{"actor":{"reference":"Patient/p\(patient)"}}],"request":{"reference":"MedicationRequest/mr\(patient)"},\
    "dosage":{"text":"one tablet","dose":{"value":1,"unit":"tablet","system":"http://unitsofmeasure.org","code":"{tbl}"}}}

    """
  }
}
