import CRegimen
import Scheduling

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
