import AdherenceAnalytics
import Diagnostics
import Foundation
import Interchange
import Scheduling
import TestSampling
import Testing

@testable import Reporting

/// Shares that something has happened to: the same report all the same, or an error and no file.
@Suite struct ShardReaderTests {
  /// The kinds of damage to a file.
  private enum Damage: CaseIterable {
    case truncated, longer, flipped, flippedTwice, anotherNumber, swapped, exchanged, emptied,
      removed
  }

  private let files = ReportFiles()

  /// Two shares with all that merging reads.
  private func shares(_ format: ReportFormat, _ pages: PatientPages = .all) throws -> [String] {
    var contents = ReportContents([.adherence, .cohort, .patients, .page])
    (contents.patientPages, contents.pageData) = (pages, .all)
    return try (0..<2).map { index in
      var options = ReportOptions()
      options.partition = Partition(index, of: 2)
      try ReportFolder("\(files.path)/shares/\(index)", format: format, contents: contents)
        .write(try someRecords(5), try someQuery(by: .month), options)
      return "\(files.path)/shares/\(index)"
    }
  }

  /// Merges, and expects the bytes of sound shares or an error that leaves nothing.
  ///
  /// - Returns: Whether there was an error.
  private func merge(_ shares: [String], _ sound: [String: Data], _ what: String) throws -> Bool {
    defer { try? FileManager.default.removeItem(atPath: "\(files.path)/merged") }
    do {
      try ReportMerge(shares).write(to: "\(files.path)/merged")
      let merged = try files.contents("merged")
      #expect(merged == sound, "\(what)")
      return false
    } catch {
      #expect(error is Diagnostics.InputError, "\(what): \(error)")
      let left = try files.contents("merged")
      #expect(left.isEmpty, "\(what)")
      return true
    }
  }

  @Test(
    arguments: [(ReportFormat.text(.csv), 90), (.text(.json), 27), (.sqlite, 36)].sampled(1))
  func noDamageGoesUnseen(_ format: ReportFormat, _ rounds: Int) throws {
    let shares = try shares(format)
    try ReportMerge(shares).write(to: "\(files.path)/merged")
    let whole = try files.contents("merged")
    try FileManager.default.removeItem(atPath: "\(files.path)/merged")
    let sound = try files.contents("shares")
    // Which file is chosen shall not depend on how many pages there are.
    let pages = sound.keys.filter { $0.contains("/pages/") }.sorted()
    let others = sound.keys.filter { !$0.contains("/pages/") }.sorted()
    var (random, errors) = (HostileValues(seed: 30), 0)
    for round in (0..<rounds).sampled(rounds / 15) {
      let name = try #require((round % 4 == 0 ? pages : others).randomElement(using: &random))
      let damage = Damage.allCases[round % Damage.allCases.count]
      let changed = try change(name, damage, sound, &random)
      if try merge(shares, whole, "\(name) \(damage) in round \(round)") { errors += 1 }
      for name in changed { try write(sound[name], to: name) }
    }
    #expect(try !merge(shares, whole, "sound"))
    #expect(errors > (isExhaustive ? rounds : rounds / 15) / 3)
  }

  private func write(_ data: Data?, to name: String) throws {
    let url = files.url.appending(path: "shares/\(name)")
    if let data { try data.write(to: url) } else { try FileManager.default.removeItem(at: url) }
  }

  /// Does damage to a file.
  ///
  /// - Returns: The names of the files that have changed.
  private func change(
    _ name: String, _ damage: Damage, _ sound: [String: Data], _ random: inout HostileValues
  ) throws -> [String] {
    var bytes = Array(try #require(sound[name]))
    func flip() {
      guard let place = bytes.indices.randomElement(using: &random) else { return }
      bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
    }
    switch damage {
    case .truncated:
      bytes.removeLast(bytes.isEmpty ? 0 : Int.random(in: 1...bytes.count, using: &random))
    case .longer: bytes += Array("0\n".utf8)
    case .flipped: flip()
    case .flippedTwice: for _ in 0..<2 { flip() }
    case .anotherNumber:
      let digits = bytes.indices.filter { 0x30...0x38 ~= bytes[$0] }
      if let place = digits.randomElement(using: &random) { bytes[place] += 1 }
    case .emptied: bytes = []
    case .removed:
      try write(nil, to: name)
      return [name]
    case .swapped, .exchanged:
      // With the same file of the other share, or with another one of this.
      let twin = (name.hasPrefix("0") ? "1" : "0") + name.dropFirst()
      let own = sound.keys.filter { $0.prefix(1) == name.prefix(1) }.sorted()
      let another = try #require(own.randomElement(using: &random))
      let other = damage == .swapped && sound[twin] != nil ? twin : another
      try write(sound[other], to: name)
      try write(sound[name], to: other)
      return [name, other]
    }
    try write(Data(bytes), to: name)
    return [name]
  }

  /// The header of a shard, edited together with its checksum.
  @Test(arguments: [
    "count -1", "count 0", "count 99999999999", "index -1", "index 2", "index of the other",
    "patients -1", "patients 0", "format", "no file", "no sizes",
  ])
  func editedShares(_ edit: String) throws {
    let shares = try shares(.text(.csv), .flagged)
    let path = "\(shares[1])/\(Shard.fileName)"
    let data = try #require(FileManager.default.contents(atPath: path))
    var shard = try Shard(bytes: Array(data), source: path)
    switch edit {
    case "count -1": shard.count = -1
    case "count 0": shard.count = 0
    case "count 99999999999": shard.count = 99_999_999_999
    case "index -1": shard.index = -1
    case "index 2": shard.index = 2
    case "index of the other": shard.index = 0
    case "patients -1": shard.part.patients = -1
    case "patients 0": shard.part.patients = 0
    case "format": shard.format = "xml"
    case "no file": shard.files["adherence.csv"] = nil
    default: shard.files[Shard.sizesName] = nil
    }
    try Data(try shard.bytes()).write(to: URL(filePath: path))
    #expect(try merge(shares, [:], edit))
    // Without its checksum it is refused before it is read.
    let text = String(decoding: data, as: UTF8.self).replacing("\"count\":2", with: "\"count\":-1")
    try Data(text.utf8).write(to: URL(filePath: path))
    #expect(try merge(shares, [:], "count -1 in the text"))
  }

  /// A page's path that leads out of the folder is none.
  @Test(arguments: [
    "pages/patients/../x/index.html", "pages/patients/P000", "/etc/passwd", "index.html",
    "pages/patients/P000/../../../index.html", "pages/charts/P000/a.csv", "pages/patients//a.csv",
    "pages/patients/.html", "pages/patients/P000.csv", "pages/patients/P000/b/a.csv",
  ])
  func pathsOfPages(_ path: String) {
    #expect(PageList.read(Array("00,1,\(path)".utf8))?.patient == nil)
    for path in ["P000/a.csv", "P000.html"] {
      #expect(PageList.read(Array("00,1,pages/patients/\(path)".utf8))?.patient == "P000")
    }
  }

  @Test func aShareIsNotWrittenOver() throws {
    let shares = try shares(.text(.csv), PatientPages.none)
    let before = try files.contents()
    #expect(throws: InputError.self) { try ReportMerge(shares).write(to: shares[0] + "/") }
    #expect(try files.contents() == before)
  }
}
