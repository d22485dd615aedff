import Foundation
import Scheduling
import Testing

@testable import Interchange

/// Single files, and the contents of their folder meanwhile.
@Suite struct OutputFileTests {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "regimen-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private func path(_ name: String) -> String { folder.appending(path: name).path }

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }

  /// A killed program cannot remove its draft, which may contain patient data.
  @Test func removesLeftoversOfKilledPrograms() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data("half".utf8).write(to: URL(filePath: path(".regimen-abc.partial")))
    try Data("mine".utf8).write(to: URL(filePath: path(".regimen-abc.part")))
    try FileManager.default.createDirectory(
      atPath: path(".regimen-def.partial"), withIntermediateDirectories: false)
    symlink(path(".regimen-abc.part"), path(".regimen-ghi.partial"))
    let file = try OutputFile(path: path("list.csv"))
    try file.write(Array("whole".utf8))
    try file.finish()
    #expect(
      try names() == [
        ".regimen-abc.part", ".regimen-def.partial", ".regimen-ghi.partial", "list.csv",
      ])
  }

  /// Drafts of running programs are kept until they are renamed.
  @Test func keepsFilesBeingWritten() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let files = try (0..<8).map { try OutputFile(path: path("list-\($0).csv")) }
    for file in files { try file.write(Array("whole".utf8)) }
    for file in files {
      try file.finish()
      let other = try OutputFile(path: path("other"))
      other.abandon()
    }
    #expect(try names() == (0..<8).map { "list-\($0).csv" })
  }
}
