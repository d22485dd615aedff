import ArgumentParser
import Foundation
import Interchange
import Scheduling

/// `regimen init`: writes an example dataset.
struct InitCommand: WritingCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Writes a small example dataset with an explanation, as a starting point.",
    discussion: """
      \(ArgumentHelp.examples("regimen init example"))
      """)

  @Argument(help: "A folder, created if necessary.")
  var folder: String
  @Flag(help: "Overwrite an existing dataset.")
  var force = false
  @OptionGroup var files: FileOptions

  func run() throws {
    if !force { try DataLocation.folder(folder).requireEmpty() }
    let files = ExampleDataset.files
    let output = try OutputFolder(folder)
    for (name, text) in files { _ = try output.write(Array(text.utf8), to: name) }
    // Without 'patients.csv' a folder is not a dataset, so it is removed first and written last.
    try output.commit(removing: ["patients.csv"], last: "patients.csv")
    try Console.print(
      """
      In \(folder): \(files.map(\.name).joined(separator: ", "))
      Description of the files: \(folder)/README.txt
      Next: regimen report \(folder)

      """)
  }
}

/// Two patients who take a tablet twice a day and walk three times a week.
enum ExampleDataset {
  static var files: [(name: String, text: String)] {
    [
      ("README.txt", readme), ("patients.csv", patients), ("tasks.ndjson", tasks),
      ("outcomes.csv", outcomes), ("holds.csv", holds),
    ]
  }

  private static let readme = """
    An example dataset of Regimen. Change the files, then: regimen report FOLDER

    patients.csv    one line per patient: id is any text, zone an IANA name, group a group to compare.
    tasks.ndjson    one JSON object per line: a task of a patient. A schedule has
                    elements: "start" is the first moment, "every" an ISO 8601 duration, "times" the times of
                    day; or "rule" is a recurrence rule of RFC 5545, as FREQ=WEEKLY;BYDAY=MO,WE,FR.
    outcomes.csv    recorded events, with a time in the patient's time zone or with Z.
                    status is empty for done, or skipped or declined; value and units are optional.
    holds.csv       date ranges in which nothing is due; "to" is exclusive.

    regimen check FOLDER    lists every problem, with its line.
    regimen report FOLDER --out report    writes tables, and a page index.html.

    For events in a table of another program, no dataset is needed:
    regimen check EVENTS.csv    describes its content and proposes the command.

    """

  private static let patients = """
    id,zone,group
    ann,Europe/Berlin,A
    bob,America/New_York,B

    """

  private static let tasks = ["ann", "bob"].map { patient in
    """
    {"patient":"\(patient)","id":"tablet","title":"Tablet","schedule":{"elements":[\
    {"start":"2025-01-06T08:00:00","every":"P1D","times":["08:00","20:00"]}]}}
    {"patient":"\(patient)","id":"walk","title":"Walk","schedule":{"elements":[\
    {"start":"2025-01-06","rule":"FREQ=WEEKLY;BYDAY=MO,WE,FR"}]}}

    """
  }.joined()

  /// Two weeks: Ann misses every fifth tablet, Bob every third and all walks of the second week.
  private static var outcomes: String {
    var lines = ["patient,task,time,value,units,status"]
    for (patient, missed) in [("ann", 5), ("bob", 3)] {
      for dose in 0..<28 where dose % missed != missed - 1 {
        let (day, hour) = (6 + dose / 2, dose % 2 == 0 ? "08:1" : "20:0")
        lines.append(
          "\(patient),tablet,2025-01-\(day < 10 ? "0" : "")\(day) \(hour)\(dose % 9):00,,,")
      }
      for day in [6, 8, 10, 13, 15, 17] where patient == "ann" || day < 12 {
        lines.append("\(patient),walk,2025-01-\(day < 10 ? "0" : "")\(day) 17:30:00,30,min,")
      }
    }
    lines.append("bob,walk,2025-01-13 17:30:00,,,skipped")
    return lines.joined(separator: "\n") + "\n"
  }

  private static let holds = """
    patient,from,to
    ann,2025-01-18,2025-01-19

    """
}
