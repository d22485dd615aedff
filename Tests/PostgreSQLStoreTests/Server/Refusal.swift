import Scheduling
import Testing

/// The text of the error that a body throws; `nil` where it throws none.
func refusal(_ body: () throws -> Void) -> String? {
  do {
    try body()
    return nil
  } catch {
    return (error as? InputError)?.description ?? "no InputError: \(error)"
  }
}
