import AdherenceAnalytics
import ArgumentParser
import Scheduling
import Storage

/// `regimen erase`: patients out of a store for good.
struct EraseCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "erase",
    abstract: "Erases all that a store knows of patients, and overwrites it in the file.",
    discussion: """
      All of them are erased, or none: an id that was never known is an error. A command that was killed is \
      completed by repeating it; of patients erased before the store keeps a salted digest of the id alone.

      Nothing brings them back but importing them again; copies of the file keep what they have. On a \
      server their room goes to other rows, and its logs, replicas and backups keep what they have.

      Example: regimen import Datasets/monitoring monitoring.sqlite &&
        regimen erase monitoring.sqlite --patient P007
      """)

  @Argument(help: "The file of a store, or its address.")
  var store: String
  @Option(help: "A patient's id; several by repeating.")
  var patient: [String] = []

  func validate() throws {
    if patient.isEmpty { throw ValidationError("Name who is erased by --patient.") }
  }

  func run() throws {
    let place = try StorePlace(store)
    // A store that is not there is not made.
    _ = try place.openForReading()
    let ids = Set(patient).sorted()
    let absent: Set<String>
    do {
      absent = Set(try place.openForWriting().eraseAtOnce(patients: ids) {})
    } catch StoreError.noSuch(let identity) {
      let unknown = ids.first { identity == .patient($0) } ?? identity.description
      throw InputError(.noSuch(kind: "patient", id: unknown), parameter: "patient")
    }
    for id in ids {
      let name = TerminalText.line(id)
      try Console.print(
        absent.contains(id) ? "Patient \(name) was already erased\n" : "Erased patient \(name)\n")
    }
  }
}
