import AdherenceAnalytics
import Diagnostics
import Scheduling
import TestSampling
import TestSupport
import Testing

@testable import CareKitJSON

@Suite struct HostileDocumentTests {
  private static let others: [JSONTree] = [
    .null, .truth(true), .number(7), .text("?"), .array([]), .object([:]),
  ]

  /// Each value of a document, or every fifth in a sample run, is replaced by each other JSON type:
  /// it gives one error that names its entity, and nothing else changes.
  @Test(arguments: 0..<7) func eachValueOfAnotherKindIsOneError(_ place: Int) throws {
    let root = try JSONTree(CareKitTexts.whole)
    let good = try record(Array(CareKitTexts.whole.utf8))
    let entity: [JSONTree.Step] = [.member("entities"), .element(place), .member("object")]
    let paths = try #require(root[entity]).paths()
    #expect(paths.count > 20)
    for (number, path) in Array(paths.enumerated()).sampled(paths.count / 8) {
      let old = try #require(root[entity + path])
      // Half of the types at each value, and the others at the next one, which mostly has the same
      // type.
      let kinds = HostileDocumentTests.others.enumerated().filter { ($0.offset + number) % 2 == 0 }
      for new in kinds.map(\.element) where new.kind != old.kind {
        let source = try CareKitRecords(try root.replacing(entity + path, by: new).bytes)
        try expectOneError(at: place, path, in: source, as: new)
        try expectOthers(of: good, in: source, but: place)
      }
    }
  }

  private func expectOneError(
    at place: Int, _ path: [JSONTree.Step], in source: CareKitRecords, as new: JSONTree
  ) throws {
    let name = path.map(\.description).joined(separator: ".")
    let errors = try problems(source).filter { !$0.problem.keepsRecord }
    #expect(errors.allSatisfy { $0.line != nil && $0.source == "document" })
    let own = errors.filter { ($0.field ?? "").split(separator: ".").first == "\(place)" }
    #expect(own.count <= 1, "\(name) \(new)")
    if new == .null { return }
    #expect(own.count == 1, "\(name) as \(new)")
    let field = own.first?.field?.split(separator: ".").dropFirst().joined(separator: ".") ?? "?"
    #expect(
      field == name || name.hasPrefix("\(field).") || field.hasPrefix("\(name)."),
      "\(name) as \(new): \(field)")
  }

  /// Expects the entities that do not depend on the changed one to be unchanged.
  private func expectOthers(of good: CareRecord, in source: CareKitRecords, but place: Int) throws {
    let after = try entries(source).map(\.record)
    let tasks = after.flatMap(\.tasks)
    if place != 3 {
      #expect(tasks.contains { $0.id == "walk" && $0.schedule == good.tasks[0].schedule })
    }
    if place != 4 {
      #expect(tasks.contains { $0.id == "steps" && $0.schedule == good.tasks[1].schedule })
    }
    let outcomes = after.flatMap { Array($0.outcomes) }
    if place != 3, place != 5 {
      #expect(outcomes.contains { $0.id == "o1" && $0.values == good.outcomes[0].values })
    }
    if place != 4, place != 6 {
      #expect(outcomes.contains { $0.id == "o2" && $0.key == good.outcomes[1].key })
    }
    if place != 1, place != 0 { #expect(after.contains { !$0.carePlans.isEmpty }) }
  }

  @Test func theWholeDocumentIsRead() throws {
    let source = try CareKitRecords(Array(CareKitTexts.whole.utf8))
    #expect(try problems(source) == [])
    #expect(source.unknownKeys == [:])
    let record = try #require(try entries(source).first).record
    #expect(record.patient.id == "ann")
    #expect(record.patient.birthDate == (try day("1969-12-31")))
    #expect(record.patient.userInfo["carekit.name.nickname"] == "Annie")
    #expect(record.carePlans.map(\.title) == ["Knee"])
    #expect(record.contacts.map(\.carePlan) == ["knee"])
    #expect(record.contacts[0].address?.district == "South")
    #expect(record.tasks.map(\.id) == ["walk", "steps"])
    #expect(record.tasks[0].carePlan == "knee")
    #expect(record.tasks[0].schedule.elements[0].clockBinding == .floating)
    #expect(record.tasks[1].userInfo["carekit.healthKit.unitString"] == "count")
    #expect(record.outcomes[0].values.count == 6)
    #expect(record.outcomes[0].values[4].content == .data(Array("hello".utf8)))
    #expect(record.outcomes.map(\.key?.element) == ["1", "1"])
    let again = try self.record(CareKitWriter().document(of: record).bytes)
    #expect(again.patient == record.patient)
    #expect(again.carePlans == record.carePlans)
    #expect(again.contacts == record.contacts)
    #expect(again.tasks == record.tasks.sorted { $0.id < $1.id })
    #expect(again.outcomes == record.outcomes)
  }

  private func record(_ bytes: [UInt8]) throws -> CareRecord {
    try #require(try entries(try CareKitRecords(bytes)).first).record
  }
}
