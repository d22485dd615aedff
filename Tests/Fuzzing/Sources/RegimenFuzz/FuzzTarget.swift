import Diagnostics
import Glibc
import Scheduling

/// A parser of untrusted input.
///
/// An `InputError` is a valid result. A trap, a ``Finding``, another error and exceeding the time
/// limit are not.
protocol FuzzTarget: Sendable {
  /// The name for `FUZZ_TARGET`, and of the seed folders.
  static var name: String { get }
  /// Parses an input and checks the result.
  static func run(_ input: [UInt8]) throws
}

/// A violated invariant.
struct Finding: Error, CustomStringConvertible {
  var description: String

  init(_ text: String) { description = text }
}

/// Throws a finding unless a condition holds.
func require(_ claim: Bool, _ text: @autoclosure () -> String) throws {
  if !claim { throw Finding(text()) }
}

/// Throws a finding unless two results are equal.
func require<Answer: Equatable>(_ a: Answer, is b: Answer, _ text: @autoclosure () -> String) throws
{
  if a != b { throw Finding("\(text()): \(a) is not \(b)") }
}

/// Runs an operation that must succeed for any input: an `InputError` is a finding here.
func must<Answer>(_ text: @autoclosure () -> String, _ body: () throws -> Answer) throws -> Answer {
  do {
    return try body()
  } catch let error as InputError {
    throw Finding("\(text()): \(error)")
  }
}
