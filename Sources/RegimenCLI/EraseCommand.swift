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
    let known = try place.openForReading().snapshot(CareQuery(kinds: []), readers: 1).patientIDs
    if let unknown = Set(patient).subtracting(known).min() {
      throw InputError(.noSuch(kind: "patient", id: unknown), parameter: "patient")
    }
    let store = try place.openForWriting()
    for id in Set(patient).sorted() {
      try store.eraseAtOnce(patient: id)
      try Console.print("Erased patient \(id)\n")
    }
  }
}
