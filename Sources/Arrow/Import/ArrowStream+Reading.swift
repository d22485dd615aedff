import CArrow
import Diagnostics
import Foundation

extension ArrowStream {
  /// Returns the schema of all batches.
  ///
  /// - Throws: `InputError` with the producer's message.
  func schema() throws(InputError) -> ArrowField {
    var schema = ArrowSchema()
    try check(stream.pointee.get_schema?(stream, &schema) ?? EINVAL)
    defer { schema.release?(&schema) }
    return try ArrowField(schema)
  }

  /// Returns the next batch; `nil` after the last one.
  ///
  /// - Throws: `InputError` with the producer's message.
  func next() throws(InputError) -> ArrowArray? {
    var array = ArrowArray()
    try check(stream.pointee.get_next?(stream, &array) ?? EINVAL)
    return array.release == nil ? nil : array
  }

  private func check(_ status: CInt) throws(InputError) {
    guard status != 0 else { return }
    if let failure { throw failure }
    let words = stream.pointee.get_last_error?(stream).map { String(cString: $0) } ?? ""
    let system = String(cString: strerror(status))
    throw InputError(.unreadable(reason: words.isEmpty ? system : "\(words) (\(system))"))
  }
}
