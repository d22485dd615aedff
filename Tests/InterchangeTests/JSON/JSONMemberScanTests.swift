@testable import Interchange
import Formats
import Testing

@Suite struct JSONMemberScanTests {
  private func text(of name: StaticString, in json: String) -> String? {
    let bytes = Array(json.utf8)
    return bytes.withUnsafeBufferPointer { bytes in
      JSONMemberScan.text(of: name, in: bytes).map { String(decoding: bytes[$0], as: UTF8.self) }
    }
  }

  @Test(arguments: [
    #"{"id": "ann"}"#, #" {"a" : [{"id": "x"}, "]}"] ,"id":"ann" , "b" : -1.5e3}"#,
    "\t{\"a\":{\"b\\\"\":\"\\\\\"}\r,\n\"id\"\n:\n\"ann\"\n}", #"{"a":null,"b":true,"id":"ann"}"#,
    #"{"id":"ann","longer than a word":"longer than \"eight\" bytes"}"#,
  ])
  func text(_ json: String) { #expect(text(of: "id", in: json) == "ann") }

  /// Texts that need a parser.
  @Test(arguments: [
    "", "[]", "{}", #"{"id": 1}"#, #"{"id": "a", "id": "b"}"#, #"{"i\u0064": "a"}"#,
    #"{"id": "a\n"}"#, #"{"id": "a""#, #"{"a": {"id": "b"}}"#, #"{"id" "a"}"#,
    #"{"id": "a" "b": 1}"#,
    #"{"a": [1, "id": "a"}"#, #"{"id": "a"#, #"{"id""#, #"{"id":"#, "{\"id\": \"a\tb\"}",
  ])
  func none(_ json: String) { #expect(text(of: "id", in: json) == nil) }
}
