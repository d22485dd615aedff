import Diagnostics
import Formats
import Foundation
import Scheduling
import Testing

@testable import Interchange

/// Files that appear together or not at all, and obstacles to them.
@Suite struct OutputFolderTests {
  private let place: Place

  init() throws { place = try Place() }

  /// A temporary folder.
  private final class Place {
    let url = FileManager.default.temporaryDirectory.appending(path: "regimen-\(UUID().uuidString)")

    init() throws {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    subscript(name: String) -> String { url.appending(path: name).path }

    /// All paths below it.
    var paths: [String] {
      (FileManager.default.enumerator(atPath: url.path)?.allObjects ?? [])
        .compactMap { $0 as? String }.sorted()
    }

    func text(_ name: String) -> String? {
      FileManager.default.contents(atPath: self[name]).map { String(decoding: $0, as: UTF8.self) }
    }

    func write(_ text: String, to name: String) throws {
      try Data(text.utf8).write(to: url.appending(path: name))
    }

    func link(_ name: String, to target: String) throws {
      try FileManager.default.createSymbolicLink(atPath: self[name], withDestinationPath: target)
    }

    func permissions(_ name: String) throws -> Int {
      let attributes = try FileManager.default.attributesOfItem(atPath: self[name])
      return try #require(attributes[.posixPermissions] as? Int)
    }
  }

  private func fill(_ folder: OutputFolder, _ text: String = "new") throws {
    for name in ["a.csv", "b.csv"] {
      let file = try folder.file(name)
      try file.write(Array(text.utf8))
      try file.finish()
    }
    try folder.write(Array(text.utf8), to: "pages/of/ann.html")
  }

  @Test func nothingIsVisibleBeforeCommit() throws {
    let folder = try OutputFolder(place["new/out"])
    try fill(folder)
    #expect(!FileManager.default.fileExists(atPath: place["new/out/a.csv"]))
    try folder.commit()
    #expect(
      place.paths == [
        "new", "new/out", "new/out/a.csv", "new/out/b.csv", "new/out/pages",
        "new/out/pages/.regimen", "new/out/pages/of", "new/out/pages/of/ann.html",
      ])
    #expect(place.text("new/out/b.csv") == "new")
  }

  @Test func abandonedOutputLeavesNothing() throws {
    let folder = try OutputFolder(place["new/out"])
    try fill(folder)
    folder.abandon()
    #expect(place.paths.isEmpty)
    #expect(throws: InputError.self) { try folder.file("c.csv") }
    do { try fill(OutputFolder(place["new/out"])) }
    #expect(place.paths.isEmpty)
  }

  @Test func isReadableOnlyByOwner() throws {
    let folder = try OutputFolder(place["new/out"])
    try fill(folder)
    try folder.commit()
    for path in place.paths {
      let isFolder = !path.contains(".")
      #expect(
        try place.permissions(path) == (isFolder ? 0o700 : 0o600) || path.hasSuffix(".regimen"))
    }
    let file = try OutputFile(path: place["single.csv"])
    try file.finish()
    #expect(try place.permissions("single.csv") == 0o600)
  }

  @Test func rejectsConcurrentWriters() throws {
    let first = try OutputFolder(place["out"])
    let error = #expect(throws: InputError.self) { try OutputFolder(place["out"]) }
    #expect(
      error?.description
        == "\(place["out"]): cannot be written: another program is writing to it"
        + " (wait for that, or name another folder)")
    try fill(first)
    try first.commit()
    let second = try OutputFolder(place["out"])
    try fill(second, "newer")
    try second.commit()
    #expect(place.text("out/a.csv") == "newer")
    #expect(place.text("out/pages/of/ann.html") == "newer")
  }

  /// Of two concurrent writers of a file each writes all of it, and the last one wins.
  @Test func fileIsReplacedAtomically() throws {
    let files = try (0..<2).map { _ in try OutputFile(path: place["e.csv"]) }
    for (number, file) in files.enumerated() {
      for _ in 0..<3 { try file.write(Array("\(number)".utf8)) }
    }
    for file in files { try file.finish() }
    #expect(place.text("e.csv") == "111")
    #expect(place.paths == ["e.csv"])
  }

  /// A link in the folder is rejected whatever its target, which is not changed.
  @Test(arguments: ["a.csv", "pages"], ["victim", "nowhere", "other"])
  func doesNotWriteThroughLinks(_ name: String, _ target: String) throws {
    try place.write("mine", to: "victim")
    try FileManager.default.createDirectory(
      atPath: place["other"], withIntermediateDirectories: true)
    try FileManager.default.createDirectory(
      atPath: place["out"], withIntermediateDirectories: true)
    try place.link("out/\(name)", to: place[target])
    let before = place.paths
    let error = #expect(throws: InputError.self) { try fill(OutputFolder(place["out"])) }
    #expect(error?.description.contains("symbolic link") == true)
    #expect(place.paths == before)
    #expect(place.text("victim") == "mine")
  }

  @Test(arguments: ["victim", "nowhere"]) func rejectsSymbolicLink(_ target: String) throws {
    try place.write("mine", to: "victim")
    try place.link("e.csv", to: place[target])
    #expect(throws: InputError.self) { try OutputFile(path: place["e.csv"]) }
    #expect(throws: InputError.self) { try OutputFile(path: "/dev/null") }
    #expect(place.text("victim") == "mine")
    #expect(place.paths == ["e.csv", "victim"])
  }

  /// The given path may be a link to a folder.
  @Test func folderItselfMayBeALink() throws {
    try FileManager.default.createDirectory(
      atPath: place["real"], withIntermediateDirectories: true)
    try place.link("out", to: place["real"])
    let folder = try OutputFolder(place["out"])
    try fill(folder)
    try folder.commit()
    #expect(place.text("real/a.csv") == "new")
  }

  /// Foreign objects are kept: a folder without the mark, and names that resemble drafts.
  @Test func keepsFilesOfOthers() throws {
    for name in ["pages", "pages.old", "pages.partial", ".regimen-x.partial"] {
      try FileManager.default.createDirectory(
        atPath: place["out/\(name)"], withIntermediateDirectories: true)
      try place.write("mine", to: "out/\(name)/index.html")
    }
    for name in ["a.csv.partial", "notes.txt"] { try place.write("mine", to: "out/\(name)") }
    let before = place.paths
    #expect(throws: InputError.self) { try fill(OutputFolder(place["out"])) }
    #expect(place.paths == before)
    try FileManager.default.removeItem(atPath: place["out/pages"])
    let folder = try OutputFolder(place["out"])
    try fill(folder)
    try folder.commit()
    for name in ["pages.old", "pages.partial", ".regimen-x.partial"] {
      #expect(place.text("out/\(name)/index.html") == "mine")
    }
    #expect(place.text("out/a.csv.partial") == "mine" && place.text("out/notes.txt") == "mine")
  }

  /// Leftovers of a killed run are removed by the next one.
  @Test func removesLeftovers() throws {
    let draft = place["out/.regimen-1.partial"]
    try FileManager.default.createDirectory(atPath: draft, withIntermediateDirectories: true)
    try FolderMark.put(in: FolderHandle(draft))
    try place.write("half", to: "out/.regimen-1.partial/a.csv")
    // Killed while writing their mark.
    for (name, mark) in [("2", ""), ("3", "Made by")] {
      try FileManager.default.createDirectory(
        atPath: place["out/.regimen-\(name).partial"], withIntermediateDirectories: true)
      try place.write(mark, to: "out/.regimen-\(name).partial/.regimen")
    }
    #expect(OutputFolder.isEmpty(place["out"]))
    let folder = try OutputFolder(place["out"])
    try fill(folder)
    try folder.commit()
    #expect(!place.paths.contains { $0.contains(".partial") })
    #expect(!OutputFolder.isEmpty(place["out"]))
  }

  /// An interrupted removal leaves the mark; nothing is removed without one.
  @Test func markIsRemovedLast() throws {
    let draft = place["out/.regimen-1.partial"]
    try FileManager.default.createDirectory(
      atPath: "\(draft)/pages", withIntermediateDirectories: true)
    try place.write("half", to: "out/.regimen-1.partial/pages/a.html")
    FolderMark.removeOthers(in: draft)
    #expect(place.text("out/.regimen-1.partial/pages/a.html") == "half")
    try FolderMark.put(in: FolderHandle(draft))
    FolderMark.removeOthers(in: draft)
    #expect(try FileManager.default.contentsOfDirectory(atPath: draft) == [".regimen"])
  }

  /// A folder created by this program is replaced as a whole.
  @Test func ownFoldersAreReplaced() throws {
    for name in ["bob", "ann"] {
      let folder = try OutputFolder(place["out"])
      try folder.write([], to: "pages/of/\(name).html")
      try folder.commit()
    }
    #expect(
      place.paths == [
        "out", "out/pages", "out/pages/.regimen", "out/pages/of", "out/pages/of/ann.html",
      ]
    )
  }

  @Test func namesConflictingFiles() throws {
    try FileManager.default.createDirectory(
      atPath: place["out/a.csv"], withIntermediateDirectories: true)
    let error = #expect(throws: InputError.self) { try fill(OutputFolder(place["out"])) }
    #expect(
      error?.description
        == "\(place["out/a.csv"]): cannot be written: it exists and is not a file (choose another path)"
    )
  }

  /// Errors of the system are distinguished: each has its own suggested fix.
  @Test(arguments: [
    (EMFILE, "too many files are open"), (ENFILE, "too many files are open"),
    (EACCES, "permission denied"), (EROFS, "read-only"), (ENOSPC, "the disk is full"),
    (ELOOP, "symbolic link"),
  ])
  func reasons(_ code: Int32, _ words: String) {
    #expect(InputError(writing: "a.csv", code).description.contains(words))
    #expect(InputError(reading: "a.csv", code).description.contains(words))
    #expect(!InputError(writing: "a.csv", EMFILE).description.contains("permission"))
  }
}
