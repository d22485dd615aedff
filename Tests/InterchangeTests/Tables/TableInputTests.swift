import Diagnostics
import Foundation
import Scheduling
import Testing

@testable import Interchange

/// Inputs that are read twice, and inputs that cannot be.
@Suite struct TableInputTests {
  private func problem(_ path: String) -> String? {
    do throws(InputError) {
      let input = try TableInput(path: path)
      var bytes: [UInt8] = []
      let source = try input.open()
      while try source.appendBlock(&bytes) {}
      return nil
    } catch { return error.description }
  }

  /// Opening a pipe would block until there is a writer.
  @Test func rejectsPipe() throws {
    let folder = try Folder([:])
    let path = folder.path + "/pipe"
    #expect(mkfifo(path, 0o600) == 0)
    // An earlier error code must be ignored.
    errno = ENOENT
    #expect(problem(path)?.contains("it is a pipe") == true)
  }

  @Test func namesMissingFile() throws {
    let path = try Folder([:]).path + "/nofile.csv"
    #expect(problem(path)?.contains("nofile.csv") == true)
  }

  @Test func readsTemporaryFileAgainAndInParts() throws {
    let file = try TemporaryFile()
    var rest = [Array("patient,".utf8), Array("time\n".utf8)]
    let source = ByteSource(name: "pipe") { bytes in
      if rest.isEmpty { return false }
      bytes += rest.removeFirst()
      return true
    }
    try file.append(contentsOf: source)
    #expect(file.size == 13)
    for (range, text) in [(0..<13, "patient,time\n"), (8..<12, "time"), (0..<0, "")] {
      for _ in 0..<2 {
        var bytes: [UInt8] = []
        let stream = try file.part(range, name: "part").stream(blockSize: 5)
        while try stream.appendBlock(&bytes) {}
        #expect(String(decoding: bytes, as: UTF8.self) == text)
      }
    }
  }
}
