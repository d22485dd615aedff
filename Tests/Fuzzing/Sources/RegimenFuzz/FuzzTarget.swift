import Glibc
import Scheduling

/// Something that reads what strangers wrote.
///
/// An `InputError` is an answer. A trap, a ``Finding``, another error and too much time are not.
protocol FuzzTarget: Sendable {
  /// What `FUZZ_TARGET` calls it, and the folders of its seeds.
  static var name: String { get }
  /// Reads an input and checks what comes of it.
  static func run(_ input: [UInt8]) throws
}

/// What must not be.
struct Finding: Error, CustomStringConvertible {
  var description: String

  init(_ text: String) { description = text }
}

/// Ends with a finding unless a claim holds.
func require(_ claim: Bool, _ text: @autoclosure () -> String) throws {
  if !claim { throw Finding(text()) }
}

/// Ends with a finding unless two ways to an answer agree.
func require<Answer: Equatable>(_ a: Answer, is b: Answer, _ text: @autoclosure () -> String) throws
{
  if a != b { throw Finding("\(text()): \(a) is not \(b)") }
}

/// Does what must succeed, whatever the input was: an `InputError` is a finding here.
func must<Answer>(_ text: @autoclosure () -> String, _ body: () throws -> Answer) throws -> Answer {
  do {
    return try body()
  } catch let error as InputError {
    throw Finding("\(text()): \(error)")
  }
}
