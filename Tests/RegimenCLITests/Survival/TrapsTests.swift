import Foundation
import Testing

/// With limited memory, a trap ends the process at once.
@Suite struct TrapsTests {
  @Test func aTrapEndsAtOnceWithLimitedMemory() throws {
    let scratch = try Scratch()
    // A limit that is never reached, as the behaviour depends on there being one.
    let tool = try RunningTool(
      ["generate", "--patients", "1000000", "--out", scratch["folder"]], .kilobytes(1 << 40))
    while tool.isRunning, !FileManager.default.fileExists(atPath: scratch["folder"]) {
      Thread.sleep(forTimeInterval: 0.01)
    }
    tool.signal(SIGILL)
    let result = try tool.wait()
    #expect(result.status == -SIGILL)
    #expect(result.errors.isEmpty, "Swift told of the trap")
  }
}
