import CRegimen
import Diagnostics
import Reporting
import Scheduling

/// The error of a failed call.
final class Failure: Handle {
  /// The status that the function returns.
  let status: Int32
  /// The error as one line of text.
  let text: CText
  /// The error as a JSON object.
  let json: CText

  init(_ error: any Error) {
    let error = (error as? InputError)?.namingOptions ?? error
    let text = error is CancellationError ? "the run was cancelled" : "\(error)"
    status = Failure.status(of: error)
    self.text = CText(text)
    json = CText(Failure.json(text, error as? InputError))
  }

  /// Returns the status of an error: an error with a system or database cause is not an input
  /// error.
  private static func status(of error: any Error) -> Int32 {
    guard let error = error as? InputError else {
      return error is CancellationError ? REGIMEN_CANCELLED : REGIMEN_SYSTEM
    }
    return switch error.problem {
    case .unreadable, .unwritable: error.cause == nil ? REGIMEN_INPUT : REGIMEN_SYSTEM
    default: REGIMEN_INPUT
    }
  }

  private static func json(_ text: String, _ error: InputError?) -> String {
    let members: [(String, String?)] = [
      ("text", JSONText.quoted(text)),
      ("kind", error.map { JSONText.quoted($0.problem.kind) }),
      ("source", error?.source.map(JSONText.quoted)),
      ("line", error?.line.map(String.init)),
      ("field", error?.field.map(JSONText.quoted)),
      ("parameter", error.flatMap { $0.isParameter ? "true" : nil }),
    ]
    let parts = members.compactMap { name, value in value.map { "\"\(name)\":\($0)" } }
    return "{\(parts.joined(separator: ","))}"
  }
}

extension InputError {
  /// The error with a parameter named as an option: `compare-from` becomes `compareFrom`.
  fileprivate var namingOptions: InputError {
    guard isParameter else { return self }
    var error = self
    error.field = field.map(OptionSpecification.member)
    if case .conflict(let other) = problem {
      error.problem = .conflict(with: OptionSpecification.member(other))
    }
    return error
  }
}

// Safe: a text lives as long as its error, which the caller frees.

/// See `regimen.h`.
@c @implementation
public func regimen_error_text(_ error: OpaquePointer?) -> UnsafePointer<CChar>? {
  Failure.at(error)?.text.start
}

/// See `regimen.h`.
@c @implementation
public func regimen_error_json(_ error: OpaquePointer?) -> UnsafePointer<CChar>? {
  Failure.at(error)?.json.start
}

/// See `regimen.h`.
@c @implementation
public func regimen_error_free(_ error: OpaquePointer?) { Failure.free(error) }
