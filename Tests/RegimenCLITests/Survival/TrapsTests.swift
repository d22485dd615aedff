import Foundation
import Testing

/// Where memory is limited, what traps is not waited for.
@Suite struct TrapsTests {
  @Test func aTrapEndsAtOnceWhereMemoryIsLimited() throws {
    let scratch = try Scratch()
    // A limit that nothing meets, so that what is tested is what the tool does where there is one.
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
