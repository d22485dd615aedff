@testable import AdherenceAnalytics
@testable import AdherenceStatistics
@testable import Charts
@testable import Diagnostics
import Foundation
@testable import Interchange
@testable import Reporting
@testable import Scheduling

/// Pages of a cohort with untrusted texts.
///
/// The pages are read by a strict parser. Their elements and attributes are those of the same
/// cohort with harmless texts, and the texts are shown unchanged.
enum PagesTarget: FuzzTarget {
  static let name = "html"

  static func run(_ input: [UInt8]) throws {
    // Texts are delimited by a byte that is invalid in UTF-8.
    let texts = input.prefix(4000).split(separator: 0xFF, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    let cohort = WordyCohort(texts)
    let pages = try cohort.pages()
    let harmless = try cohort.harmless.pages()
    try require(pages.count, is: harmless.count, "pages")
    for (page, plain) in zip(pages, harmless) { try compare(page, plain) }
    try returned(cohort, pages)
  }

  private static func compare(_ page: StrictMarkup, _ plain: StrictMarkup) throws {
    func shapes(_ markup: StrictMarkup) -> [String] {
      markup.elements.filter { !$0.isPictured }.map { element in
        "\(element.name) \(element.attributes.map(\.name))"
      }
    }
    let (shape, expected) = (shapes(page), shapes(plain))
    if shape != expected {
      let place = zip(shape, expected).prefix { $0 == $1 }.count
      let found = [shape, expected].map { $0.dropFirst(place).prefix(3) }
      throw Finding("elements \(found[0]) in the place of \(found[1])")
    }
    try require(page.scripts, is: plain.scripts, "scripts and styles")
    for element in page.elements { try check(element) }
  }

  private static let pictured: Set = [
    "svg", "g", "title", "desc", "path", "line", "rect", "circle", "text", "tspan", "defs",
    "clipPath", "polyline", "polygon", "use", "symbol", "pattern", "style", "ellipse", "image",
  ]

  /// Checks that an element runs no code and links to no other site.
  private static func check(_ element: StrictMarkup.Element) throws {
    if element.isPictured {
      try require(pictured.contains(element.name), "an element \(element.name) in a picture")
    }
    for attribute in element.attributes {
      let name = attribute.name.lowercased()
      try require(!name.hasPrefix("on") && name != "srcdoc", "an attribute \(name)")
      guard ["href", "src", "xlink:href", "action"].contains(name) else { continue }
      let path = attribute.value
      try require(
        !path.contains(":") && !path.hasPrefix("/") && !path.contains("\\"), "a link to \(path)")
    }
  }

  /// Checks that the texts shown of a patient and task are the given ones.
  private static func returned(_ cohort: WordyCohort, _ pages: [StrictMarkup]) throws {
    let shown = Set(
      pages.flatMap { page in
        page.texts + page.elements.flatMap { $0.attributes.map(\.value) }
      })
    for word in cohort.shown where !shown.contains(word) {
      throw Finding("nowhere is shown: \(word.debugDescription)")
    }
  }
}

/// Two patients with arbitrary texts.
struct WordyCohort {
  private var words: [String]

  init(_ texts: [String]) { words = texts }

  /// The same cohort with harmless texts of the same order and at most the same length.
  var harmless: WordyCohort {
    let sorted = Set(words).sorted()
    var cohort = self
    cohort.words = words.map { word in
      let place = sorted.firstIndex(of: word) ?? 0
      return word.isEmpty ? "" : "w\(place + 1000)"
    }
    return cohort
  }

  private func word(_ place: Int) -> String { place < words.count ? words[place] : "" }

  private func optional(_ place: Int) -> String? { word(place).isEmpty ? nil : word(place) }

  private func name(_ place: Int, or name: String) -> String { optional(place) ?? name }

  /// The texts that pages show completely.
  var shown: [String] {
    [word(0)].filter { word in
      !word.isEmpty && word.unicodeScalars.count < 60
        && word.unicodeScalars.allSatisfy {
          $0.properties.generalCategory != .control && $0.value != 0xFFFE && $0.value != 0xFFFF
        }
    }
  }

  private var records: [CareRecord] {
    let ids = [name(0, or: "a"), name(0, or: "a") + name(1, or: "b")]
    return ids.enumerated().map { place, id in record(id, isFirst: place == 0) }
  }

  private func record(_ id: String, isFirst: Bool) -> CareRecord {
    var patient = Patient(id: id, zone: .utc, group: optional(2))
    (patient.givenName, patient.familyName) = (optional(3), optional(4))
    (patient.allergies, patient.tags) = ([word(5)], [word(6)])
    var element = ScheduleElement(name(7, or: "dose"), from: .local(Self.start))
    element.recurrence = .every(ISODuration(days: 1))
    element.text = optional(8)
    element.targets = [ScheduleElement.Target(2, units: optional(9), kind: optional(10))]
    var task = CareTask(id: name(11, or: "tablet"), schedule: Schedule([element]))
    (task.title, task.instructions, task.group) = (optional(12), optional(13), optional(14))
    (task.tags, task.notes) = ([word(15)], [RecordNote(word(16))])
    return CareRecord(
      patient: patient, tasks: [task], outcomes: isFirst ? outcomes(of: task) : [],
      holds: [hold])
  }

  private static let start = CivilDateTime(date: CivilDate(dayNumber: 20_094), time: .midnight)

  private var hold: Hold {
    let from = Self.start.adding(seconds: 5 * 86_400)
    return Hold(
      from: .local(from), to: .local(from.adding(seconds: 86_400)), reason: optional(17))
  }

  private func outcomes(of task: CareTask) -> [Outcome] {
    (0..<6).map { day in
      let time = Instant(seconds: 20_094 * 86_400 + Int64(day) * 86_400 + 60)
      var outcome = Outcome(
        task: task.id, time: time,
        values: [
          OutcomeValue(.number(Double(day)), units: optional(9), kind: optional(10)),
          OutcomeValue(.text(word(18)), units: optional(19), kind: optional(20)),
        ])
      outcome.notes = [RecordNote(word(21), title: optional(22), author: optional(23), at: time)]
      return outcome
    }
  }

  private var problems: [InputError] {
    [
      InputError(
        .notOneOf(text: word(24), allowed: [word(27)]), field: word(25), line: 3, source: word(26)),
      InputError(.unknown(allowed: [word(27)]), field: word(28), line: 1, source: "tasks"),
    ]
  }

  /// Returns all pages of a report: that of the cohort, and that of each patient.
  func pages() throws -> [StrictMarkup] {
    let folder = try ScratchFolder([:])
    defer { withExtendedLifetime(folder) {} }
    var contents = ReportContents([.page])
    contents.patientPages = .all
    var options = ReportOptions()
    options.jobs = 1
    let entries = records.map { CohortEntry($0, problems: problems, counts: $0.counts) }
    let days = CivilDate(dayNumber: 20_094)..<CivilDate(dayNumber: 20_108)
    let source = RecordList(entries: entries, problems: problems)
    try ReportFolder("\(folder.path)/out", format: .csv, contents: contents)
      .write(source, AdherenceQuery(days, by: .week), options)
    let paths = [PagePath.page] + records.map { PagePath.page(of: $0.patient.id) }
    return try paths.map { path in
      let bytes = try Data(contentsOf: URL(filePath: "\(folder.path)/out/\(path)"))
      return try StrictMarkup(String(decoding: bytes, as: UTF8.self))
    }
  }
}
