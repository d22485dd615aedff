import CArrow
import CRegimen
import Diagnostics
import Scheduling

// Safe: C promises that the places can be written, or are null (`regimen.h`).

/// Runs the body of a C function that can fail and returns its status.
///
/// - Parameters:
///   - error: Receives an error object; null if the caller does not want one.
///   - work: The body.
/// - Returns: `REGIMEN_OK` or the status of the error.
func status(
  _ error: UnsafeMutablePointer<OpaquePointer?>?, of work: () throws -> Void
) -> Int32 {
  error?.pointee = nil
  do {
    try work()
    return REGIMEN_OK
  } catch let cause {
    let failure = Failure(cause)
    error?.pointee = failure.handOut()
    return failure.status
  }
}

/// Unwraps a required argument.
///
/// - Throws: `InputError` for a null pointer.
func required<Value>(_ value: Value?, _ name: String) throws(InputError) -> Value {
  if let value { return value }
  throw InputError(.missing, parameter: name)
}

/// Validates the count of an array argument.
///
/// - Throws: `InputError` for a negative count.
func counted(_ count: Int, _ name: String) throws(InputError) -> Int {
  if count >= 0 { return count }
  throw InputError(.outOfRange(text: "\(count)", rule: "be 0 or more"), parameter: name)
}

/// Stores a new object at `place`, or null and an error.
func handOut(
  _ place: UnsafeMutablePointer<OpaquePointer?>?, _ name: String,
  _ error: UnsafeMutablePointer<OpaquePointer?>?, _ make: () throws -> any Handle
) -> Int32 {
  status(error) {
    let place = try required(place, name)
    place.pointee = nil
    place.pointee = try make().handOut()
  }
}

/// Fills the stream at `place`; after an error the stream is marked as released.
func stream(
  _ place: UnsafeMutablePointer<ArrowArrayStream>?, _ name: String,
  _ error: UnsafeMutablePointer<OpaquePointer?>?,
  _ fill: (UnsafeMutablePointer<ArrowArrayStream>) throws -> Void
) -> Int32 {
  status(error) {
    let place = try required(place, name)
    place.initialize(to: ArrowArrayStream())
    try fill(place)
  }
}
