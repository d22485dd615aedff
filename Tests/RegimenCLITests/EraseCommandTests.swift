import Foundation
import TestSampling
import TestSupport
import Testing

/// `regimen erase`: removes all data of patients from a store permanently.
@Suite struct EraseCommandTests {
  private let count = isExhaustive ? 200 : 10

  @Test func takesPatientsOutOfAStore() throws {
    let (scratch, cohort) = (try Scratch(), try MonitoredFolder.path())
    let store = scratch["store.sqlite"]
    #expect(try Tool.run("import", cohort, store).status == 0)
    let missing = try Tool.run("erase", store, "--only", "P003", "--only", "nobody")
    #expect(missing.status == 2 && missing.errors.contains("'nobody'"))
    #expect(try Tool.run("info", store).output.contains("Patients \(count)\n"))

    let erased = try Tool.run("erase", store, "--only", "P007", "--only", "P003")
    #expect(erased.status == 0 && erased.output == "Erased patient P003\nErased patient P007\n")
    #expect(try Tool.run("info", store).output.contains("Patients \(count - 2)\n"))
    let bytes = try Data(contentsOf: URL(filePath: store))
    #expect(!bytes.contains("P003"))
    #expect(bytes.contains("P004"))
    #expect(try Tool.run("check", store).status == Tool.run("check", cohort).status)
  }

  @Test func repeatingItChangesNothing() throws {
    let (scratch, cohort) = (try Scratch(), try MonitoredFolder.path())
    let store = scratch["store.sqlite"]
    #expect(try Tool.run("import", cohort, store).status == 0)
    let words = ["erase", store, "--only", "P003", "--only", "P007"]
    #expect(try Tool.run(words).output == "Erased patient P003\nErased patient P007\n")
    let again = try Tool.run(words)
    #expect(again.status == 0)
    #expect(again.output == "Patient P003 was already erased\nPatient P007 was already erased\n")

    let missing = try Tool.run(words + ["--only", "P005", "--only", "nobody"])
    #expect(missing.status == 2 && missing.errors.contains("'nobody'") && missing.output.isEmpty)
    #expect(try Tool.run("info", store).output.contains("Patients \(count - 2)\n"))
    let some = try Tool.run(words + ["--only", "P005"])
    #expect(some.status == 0 && some.lines[1] == "Erased patient P005")
    #expect(try Tool.run("import", cohort, store).output.contains("3 patients"))
    #expect(try Tool.run(words).output == "Erased patient P003\nErased patient P007\n")
  }

  @Test func createsNoStore() throws {
    let scratch = try Scratch()
    let result = try Tool.run("erase", scratch["none.sqlite"], "--only", "P003")
    #expect(result.status == 2 && result.errors.contains("no such file"))
    #expect(!FileManager.default.fileExists(atPath: scratch["none.sqlite"]))
    #expect(try Tool.run("erase", scratch["none.sqlite"]).errors.contains("--only"))
  }
}
