import AdherenceAnalytics
import Diagnostics
import Foundation
import Scheduling
import TestSampling
import Testing

@testable import Interchange

@Suite struct PseudonymTests {
  private let key = PseudonymKey(Array(0..<32))

  /// Computed with Python: the first twenty letters of `b32encode(hmac(key, b"regimen pseudonym
  /// patient\0ann", sha256))`.
  @Test func sameInEveryRun() {
    #expect(key.pseudonym(of: "ann", .patient) == "4ccvfqlloyksco6vt74a")
    #expect(key.pseudonym(of: "ann", .outcome) == "iaphzapl6knzif2v4sm5")
    #expect(PseudonymKey(Array(1...32)).pseudonym(of: "ann", .patient) != "4ccvfqlloyksco6vt74a")
  }

  @Test func pseudonymsAreUnique() throws {
    let ids =
      (0..<(isExhaustive ? 20_000 : 4_000)).map { "P\($0)" } + ["", " ", "\0", "p1", "ann", "ann "]
    let order = try PseudonymOrder(ids, key)
    #expect(Set(order.pseudonyms).count == ids.count)
    #expect(order.pseudonyms == order.pseudonyms.sorted())
    for (place, pseudonym) in zip(order.places, order.pseudonyms).prefix(1000) {
      #expect(key.pseudonym(of: ids[Int(place)], .patient) == pseudonym)
    }
    #expect(
      order.pseudonyms.allSatisfy { text in
        text.count == 20 && text.allSatisfy { $0.isASCII && ($0.isLowercase || "2"..."7" ~= $0) }
      })
    #expect(throws: InputError.self) { try PseudonymOrder(["ann", "ann"], key) }
  }

  @Test func rejectsInvalidKeys() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    func error(_ bytes: [UInt8]?, mode: Int = 0o600) throws -> String {
      let path = folder.appending(path: UUID().uuidString).path
      if let bytes {
        try Data(bytes).write(to: URL(filePath: path))
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
      }
      do throws(InputError) {
        let read = try PseudonymKey(file: path)
        return read.pseudonym(of: "ann", .patient)
      } catch {
        return error.description
      }
    }
    #expect(try error(Array(0..<32)) == "4ccvfqlloyksco6vt74a")
    #expect(try error(Array(0..<32), mode: 0o640) == "4ccvfqlloyksco6vt74a")
    #expect(try error(nil).contains("No such file"))
    #expect(try error([]).contains("at least 32 bytes, but this file has 0"))
    #expect(try error(Array(0..<31)).contains("openssl rand -hex 32"))
    #expect(try error(Array(repeating: 1, count: 5000)).contains("at most 4096 bytes"))
    for mode in [0o644, 0o604, 0o602] {
      #expect(try error(Array(0..<32), mode: mode).contains("chmod 600"))
    }
    #expect(throws: InputError.self) { try PseudonymKey(file: folder.path) }
  }

  /// The kind of every problem is kept, and no text of the data.
  @Test func problemsHaveNoTexts() {
    let problems: [InputError.Problem] = [
      .malformed(text: "zebra", .date),
      .notUnderstood(word: "zebra", after: "zebra", cure: "zebra"),
      .outOfRange(text: "zebra", rule: "be 0 or more"),
      .notOneOf(text: "zebra", allowed: ["zebra"]),
      .missing, .unknown(allowed: ["a"]), .conflict(with: "more"), .unsupported(part: "zebra"),
      .noSuch(kind: "patient", id: "zebra"), .duplicate(kind: "task", id: "zebra"),
      .overlappingVersions(kind: "task", id: "zebra"), .otherUnits(text: "zebra", known: ["mg"]),
      .tooEarly(text: "zebra", begin: "2025-01-01"), .allRejected(what: "outcomes", count: 3),
      .tooLarge(what: "columns", limit: 3), .unreadable(reason: "zebra"),
      .unwritable(reason: "zebra"), .broken(.truncated),
      .against(InputError.Rule("rule", "is wrong"), text: "zebra"),
      .noSuch(kind: "occurrence", id: "zebra"),
    ]
    for problem in problems {
      var error = InputError(problem, field: "value", line: 7, source: "zebra.ics")
      error.record = "zebra/1"
      let told = error.withholding(source: "patient abc")
      #expect(told.problem.kind == problem.kind)
      #expect(told.problem.keepsRecord == problem.keepsRecord)
      #expect(!told.description.contains("zebra"), "\(told)")
      #expect(told.description.hasPrefix("patient abc: 'value'"))
    }
  }

  /// Ratios do not depend on ids: target texts still match.
  @Test func textsMeetTheirTargets() throws {
    let line = try RecordLine(
      #"""
      {"patient":{"id":"ann","zone":"UTC","givenName":"Ann","userInfo":{"arm":"A","ward":"7"}},
       "tasks":[{"id":"mood","title":"Zebra","schedule":{"elements":[{"id":"am",
       "start":"2025-01-01T08:00:00","every":"P1D","count":2,"text":"Zebra",
       "targets":[{"value":"good","type":"text","condition":"exactly"}]}]}}],
       "outcomes":[{"task":"mood","element":"am","nominal":"2025-01-01T08:00:00","id":"o1",
       "values":[{"value":"good","type":"text"}]},
       {"task":"mood","element":"am","nominal":"2025-01-02T08:00:00",
       "values":[{"value":"bad","type":"text"}]}]}
      """#.replacing("\n", with: ""))
    let hidden = line.pseudonymous(key, keeping: "arm").record
    #expect(hidden.patient.id == "4ccvfqlloyksco6vt74a")
    #expect(hidden.patient.givenName == nil && hidden.patient.userInfo == ["arm": "A"])
    #expect(hidden.tasks[0].title == nil && hidden.tasks[0].schedule.elements[0].text == nil)
    #expect(hidden.outcomes[0].id == key.pseudonym(of: "o1", .outcome))
    #expect(hidden.outcomes[0].values[0].content == .text(key.pseudonym(of: "good", .text)))
    var query = AdherenceQuery(CivilDate("2025-01-01")!..<CivilDate("2025-01-03")!)
    query.scoring = .reached
    #expect(
      line.record.adherence(query).total.periods.map(\.ratio)
        == hidden.adherence(query).total.periods.map(\.ratio))
  }
}
