import CArrow
import CRegimen
import Scheduling

// Safe: C promises that the places can be written, or are null (`regimen.h`).

/// Does what a function is asked to, and answers as all functions do that can fail.
///
/// - Parameters:
///   - error: Where an error is put; null where nobody wants to know.
///   - work: What is done.
/// - Returns: The status.
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

/// What a caller has to hand in.
///
/// - Throws: `InputError` where there is a null pointer in its place.
func required<Value>(_ value: Value?, _ name: String) throws(InputError) -> Value {
  if let value { return value }
  throw InputError(.missing, parameter: name)
}

/// How many things a caller hands in.
///
/// - Throws: `InputError` where they would be fewer than none.
func counted(_ count: Int, _ name: String) throws(InputError) -> Int {
  if count >= 0 { return count }
  throw InputError(.outOfRange(text: "\(count)", rule: "be 0 or more"), parameter: name)
}

/// Hands out an object, or an error; the place holds null after an error.
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

/// Hands out a stream, or an error; the stream counts as released after an error.
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
