import Foundation
import Testing

/// The data files used by tests match `Datasets/README.md`.
@Suite struct ChecksumTests {
  private let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Datasets")

  @Test func everyFileIsListedWithItsChecksum() throws {
    let readme = try String(contentsOf: folder.appending(path: "README.md"), encoding: .utf8)
    let listed = readme.split(separator: "\n").filter { $0.contains(#/^[0-9a-f]{64}  /#) }
    #expect(listed.map { String($0.dropFirst(66)) } == (try files()))
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/sha256sum")
    process.arguments = ["--check", "--quiet", "--strict", "-"]
    process.currentDirectoryURL = folder
    let input = Pipe()
    process.standardInput = input
    try process.run()
    try input.fileHandleForWriting.write(
      contentsOf: Data((listed.joined(separator: "\n") + "\n").utf8))
    try input.fileHandleForWriting.close()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }

  private func files() throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: folder.path()).filter { path in
      var isFolder: ObjCBool = false
      let file = folder.appending(path: path).path()
      _ = FileManager.default.fileExists(atPath: file, isDirectory: &isFolder)
      return !isFolder.boolValue && path != "README.md"
    }.sorted()
  }
}
