import Foundation
import TestSampling
import Testing

/// Obstacles: files of other users, symbolic links, and too many open files.
@Suite struct StrangersFilesTests {
  private let scratch: Scratch
  private static let cohort = ["--patients", "6", "--days", "20", "--seed", "3", "--out"]
  private static let days = ["--from", "2025-01-06", "--to", "2025-01-26"]

  init() throws {
    scratch = try Scratch()
    _ = try Tool.seconds(["generate"] + StrangersFilesTests.cohort + [scratch["dataset"]])
    _ = try Tool.seconds(["import", scratch["dataset"], scratch["store.sqlite"]])
  }

  private func files(_ folder: String) throws -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    for name in scratch.files(in: folder) {
      files[name] = FileManager.default.contents(atPath: scratch["\(folder)/\(name)"]).map(
        Array.init)
    }
    return files
  }

  /// Every command that writes a folder, as the arguments before the folder.
  private var writing: [String: [String]] {
    [
      "report": ["report", scratch["dataset"]] + StrangersFilesTests.days + ["--out"],
      "chart": ["chart", scratch["dataset"], "--all"] + StrangersFilesTests.days + ["--out"],
      "export": ["export", scratch["store.sqlite"], "--force"],
      "generate": ["generate", "--force"] + StrangersFilesTests.cohort,
      "refills": ["refills", "Datasets/refills", "--out"],
    ]
  }

  private func arguments(_ command: String) throws -> [String] { try #require(writing[command]) }

  private static let names = [
    ("report", "adherence.csv"), ("report", "report.json"), ("report", "index.html"),
    ("report", "pages"), ("chart", "bars.csv"), ("export", "outcomes.csv"),
    ("generate", "patients.csv"), ("refills", "measures.csv"),
  ]

  /// A symbolic link with the name of an output file, or of a former temporary file.
  @Test(arguments: names.sampled(2), ["", ".partial"])
  func nothingIsWrittenThroughALink(_ name: (String, String), _ ending: String) throws {
    try scratch.write(Array("mine".utf8), to: "victim")
    let folder = scratch["out"]
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder)/\(name.1)\(ending)", withDestinationPath: scratch["victim"])
    let result = try Tool.run(try arguments(name.0) + [folder])
    #expect(try scratch.bytes(of: "victim") == Array("mine".utf8))
    let link = try FileManager.default.destinationOfSymbolicLink(
      atPath: "\(folder)/\(name.1)\(ending)")
    #expect(link == scratch["victim"])
    #expect(result.status == (ending.isEmpty ? 2 : 0), "\(result.errors)")
    if ending.isEmpty {
      #expect(result.errors.contains("symbolic link"))
      #expect(scratch.files(in: "out") == [name.1])
    }
  }

  @Test(arguments: ["events", "chart"]) func aFileThatIsALink(_ command: String) throws {
    try scratch.write(Array("mine".utf8), to: "victim")
    try FileManager.default.createSymbolicLink(
      atPath: scratch["e.csv"], withDestinationPath: scratch["victim"])
    let kind = command == "chart" ? ["--chart", "ribbon"] : []
    let result = try Tool.run(
      [command, scratch["dataset"], "--out", scratch["e.csv"]] + kind + StrangersFilesTests.days)
    #expect(result.status == 2)
    #expect(result.errors.contains("symbolic link"))
    #expect(try scratch.bytes(of: "victim") == Array("mine".utf8))
  }

  /// A link to a store is followed; a dangling one creates nothing.
  @Test func linksToStores() throws {
    for (link, target) in [("there.sqlite", "store.sqlite"), ("lost.sqlite", "nowhere.sqlite")] {
      try FileManager.default.createSymbolicLink(
        atPath: scratch[link], withDestinationPath: scratch[target])
    }
    #expect(try Tool.run("import", scratch["dataset"], scratch["there.sqlite"]).status == 0)
    #expect(try Tool.run("info", scratch["there.sqlite"]).status == 0)
    let result = try Tool.run("import", scratch["dataset"], scratch["lost.sqlite"])
    #expect(result.status == 2)
    #expect(result.errors.contains("dangling symbolic link"))
    #expect(!FileManager.default.fileExists(atPath: scratch["nowhere.sqlite"]))
  }

  /// SQLite's auxiliary files are not written through a link either.
  @Test(arguments: ["-wal", "-shm", "-journal"]) func besideAStore(_ ending: String) throws {
    try scratch.write(Array("mine".utf8), to: "victim")
    try FileManager.default.createSymbolicLink(
      atPath: scratch["store.sqlite\(ending)"], withDestinationPath: scratch["victim"])
    _ = try Tool.run(
      ["generate", "--force"] + StrangersFilesTests.cohort + [scratch["store.sqlite"]])
    #expect(try scratch.bytes(of: "victim") == Array("mine".utf8))
  }

  /// The given folder may be a link.
  @Test func theFolderMayBeALink() throws {
    try FileManager.default.createDirectory(
      atPath: scratch["real"], withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: scratch["out"], withDestinationPath: scratch["real"])
    #expect(try Tool.run(try arguments("report") + [scratch["out"]]).status == 0)
    #expect(scratch.files(in: "real").contains("adherence.csv"))
  }

  /// Folders with names that an earlier version used are kept.
  @Test func otherFoldersAreKept() throws {
    for name in ["pages.old", "pages.partial", ".regimen-1.partial"] {
      try FileManager.default.createDirectory(
        atPath: scratch["out/\(name)"], withIntermediateDirectories: true)
      try scratch.write(Array("mine".utf8), to: "out/\(name)/index.html")
    }
    for _ in 0..<2 {
      let result = try Tool.run(try arguments("report") + [scratch["out"]])
      #expect(result.status == 0, "\(result.errors)")
      for name in ["pages.old", "pages.partial", ".regimen-1.partial"] {
        #expect(try scratch.bytes(of: "out/\(name)/index.html") == Array("mine".utf8))
      }
    }
  }

  /// A folder `pages` that is not of a report is kept, even beside a report.
  @Test func otherPagesAreKeptBesideAReport() throws {
    _ = try Tool.seconds(try arguments("report") + [scratch["out"], "--tables", "adherence"])
    try FileManager.default.createDirectory(
      atPath: scratch["out/pages"], withIntermediateDirectories: true)
    try scratch.write(Array("mine".utf8), to: "out/pages/index.html")
    let before = try files("out")
    let result = try Tool.run(try arguments("report") + [scratch["out"]])
    #expect(result.status == 2)
    #expect(result.errors.contains("was not created by a report"))
    #expect(try files("out") == before)
  }

  /// Two simultaneous reports: one is complete, and the other is complete after it or reports an
  /// error.
  @Test func twoReportsAtOnce() throws {
    let report = try arguments("report") + [scratch["out"], "--by"]
    var wholes: [[String: [UInt8]]] = []
    for period in ["day", "month"] {
      _ = try Tool.seconds(report + [period])
      wholes.append(try files("out"))
      scratch.remove("out")
    }
    for _ in 0..<4 {
      let tools = try ["day", "month"].map { try RunningTool(report + [$0]) }
      let results = try tools.map { try $0.wait() }
      #expect(results.contains { $0.status == 0 })
      for result in results where result.status != 0 {
        #expect(result.status == 2)
        #expect(result.errors.contains("another program is writing to it"))
      }
      #expect(wholes.contains(try files("out")))
      scratch.remove("out")
    }
  }

  /// Output files and SQLite's auxiliary files are readable by the owner only.
  @Test func onlyTheOwnerMayReadIt() throws {
    try FileManager.default.createDirectory(
      atPath: scratch["private"], withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    for (command, words) in writing {
      #expect(try Tool.run(words + [scratch["private/\(command)"]]).status == 0)
    }
    let rest = ["--out", scratch["private/e.csv"]] + StrangersFilesTests.days
    _ = try Tool.seconds(["events", scratch["dataset"]] + rest)
    _ = try Tool.seconds(["import", scratch["dataset"], scratch["private/a.sqlite"]])
    #expect(scratch.files(in: "private").count > 40)
    for name in scratch.files(in: "private") + [""] {
      let attributes = try FileManager.default.attributesOfItem(atPath: scratch["private/\(name)"])
      let isFolder = attributes[.type] as? FileAttributeType == .typeDirectory
      #expect(
        attributes[.posixPermissions] as? Int == (isFolder ? 0o700 : 0o600), "private/\(name)")
    }
    for ending in ["", "-wal", "-shm"] {
      let path = scratch["store.sqlite"] + ending
      guard FileManager.default.fileExists(atPath: path) else { continue }
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      #expect(attributes[.posixPermissions] as? Int == 0o600)
    }
  }

  /// Too many open files are not reported as missing permission or a full disk.
  @Test(arguments: ["report", "chart", "generate"]) func tooManyOpenFiles(_ command: String) throws
  {
    var words: Set<String> = []
    for count in (4..<14).sampled(5) {
      let arguments = try arguments(command) + [scratch["\(count)"]]
      let result = try RunningTool(arguments, .openFiles(count)).wait()
      // With fewer descriptors the tool does not start.
      guard result.status == 2 else { continue }
      words.insert(result.errors)
      #expect(!result.errors.contains("no permission") && !result.errors.contains("no space"))
      #expect(scratch.files(in: "\(count)").isEmpty)
    }
    #expect(
      words.contains { $0.contains("more files can be opened") })
  }
}
