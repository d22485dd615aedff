import Diagnostics
import Scheduling
import Testing

/// Returns the text of the error that a body throws; `nil` if it succeeds.
func refusal(_ body: () throws -> Void) -> String? {
  do {
    try body()
    return nil
  } catch {
    return (error as? InputError)?.description ?? "no InputError: \(error)"
  }
}
