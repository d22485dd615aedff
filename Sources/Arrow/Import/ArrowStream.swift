public import CArrow
public import Diagnostics
import Foundation

// Safe: one thread at a time asks for batches, as the interface wants it, and the struct is released once.
/// An owned stream of a producer, which is released once, with its last reference.
///
///     let names = ["patients", "tasks", "outcomes"]
///     let streams = try names.map { name in
///       (name, try ArrowStream(file: "Datasets/columns/\(name).arrow"))
///     }
///     let data = try ArrowDataset(Dictionary(uniqueKeysWithValues: streams))
///     print(data.patientIDs)  // ["a", "b"]
///
/// The struct is moved out of the producer's memory, where `release` becomes null, as the C stream
/// interface requires. The stream may be released on any thread and before its end.
///
/// Batches are read in order by one thread at a time.
public final class ArrowStream: @unchecked Sendable {
  /// The heap-allocated struct with a stable address.
  let stream: UnsafeMutablePointer<ArrowArrayStream>
  /// The error that ended the stream of a file read by this program.
  private(set) var failure: InputError?

  /// Takes ownership of a stream, which the producer must not use again.
  public init(taking stream: UnsafeMutablePointer<ArrowArrayStream>) {
    self.stream = .allocate(capacity: 1)
    self.stream.initialize(to: stream.pointee)
    stream.pointee.release = nil
  }

  /// Creates the stream of a file.
  init(reading file: ArrowFile) {
    stream = .allocate(capacity: 1)
    stream.initialize(to: ArrowArrayStream())
    file.export(to: stream) { [weak self] in self?.failure = $0 }
  }

  deinit {
    stream.pointee.release?(stream)
    stream.deallocate()
  }
}

extension ArrowStream {
  // Safe: each stream is moved out of its place at once.
  /// Takes ownership of the streams of tables, keyed by name.
  ///
  /// - Throws: `InputError` for a duplicate name; all streams are released then.
  public static func tables(
    taking tables: [(name: String, stream: UnsafeMutablePointer<ArrowArrayStream>)]
  ) throws(InputError) -> [String: ArrowStream] {
    let streams = tables.map { ($0.name, ArrowStream(taking: $0.stream)) }
    var taken: [String: ArrowStream] = [:]
    for (name, stream) in streams {
      guard taken.updateValue(stream, forKey: name) == nil else {
        throw InputError(.duplicate(kind: "table", id: name))
      }
    }
    return taken
  }
}

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
