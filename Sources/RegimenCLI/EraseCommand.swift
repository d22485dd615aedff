import AdherenceAnalytics
import ArgumentParser
import Diagnostics
import Scheduling
import Storage

/// `regimen erase`: deletes patients from a store permanently.
struct EraseCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "erase",
    abstract: "Erases all data of patients from a store, and overwrites it in the file.",
    discussion: """
      Either all given patients are erased or none: an unknown id is an error. A killed command is \
      completed by repeating it; the store keeps only a salted digest of the ids of erased patients.

      They can only be restored by importing them again; copies of the file are not affected. On a \
      server their space is reused, and its logs, replicas and backups are not affected.

      \(ArgumentHelp.examples(
        "regimen import Datasets/monitoring monitoring.sqlite && "
          + "regimen erase monitoring.sqlite --only P007"))
      """)

  @Argument(help: "The file of a store, or its address.")
  var store: String
  @Option(help: "A patient's id; several by repeating.")
  var only: [String] = []

  func validate() throws {
    if only.isEmpty { throw ValidationError("Use --only to name the patients to erase.") }
  }

  func run() throws {
    let location = try StoreLocation(store)
    // Opening for reading first does not create a missing store.
    _ = try location.openForReading()
    let ids = Set(only).sorted()
    let absent: Set<String>
    do {
      absent = Set(try location.openForWriting().eraseAtOnce(patients: ids) {})
    } catch StoreError.noSuch(let identity) {
      let unknown = ids.first { identity == .patient($0) } ?? identity.description
      throw InputError(.noSuch(kind: "patient", id: unknown), parameter: "only")
    }
    for id in ids {
      let name = TerminalText.line(id)
      try Console.print(
        absent.contains(id) ? "Patient \(name) was already erased\n" : "Erased patient \(name)\n")
    }
  }
}
