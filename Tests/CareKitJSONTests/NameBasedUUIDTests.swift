import Formats
import Interchange
import Testing

@testable import CareKitJSON

@Suite struct NameBasedUUIDTests {
  /// FIPS 180-4's own examples, and a message of a block's length.
  @Test(arguments: [
    ("abc", "a9993e364706816aba3e25717850c26c9cd0d89d"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "84983e441c3bd26ebaae4aa1f95129e5e54670f1"
    ),
    ("", "da39a3ee5e6b4b0d3255bfef95601890afd80709"),
  ]) func digestsAsTheStandard(_ message: String, _ digest: String) {
    let bytes = SHA1.digest(of: Array(message.utf8)).map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
    #expect(bytes.joined() == digest)
  }

  @Test func namesAreDistinguished() {
    var uuids = NameBasedUUID()
    let first = uuids.next(["ann", "task", "walk"])
    #expect(first != uuids.next(["ann", "task", "walk"]))
    #expect(first == NameBasedUUID.text(of: "carekit:ann\ntask\nwalk"))
    #expect(Array(first)[14] == "5")
    #expect(first.split(separator: "-").map(\.count) == [8, 4, 4, 4, 12])
  }
}
