public import CArrow
public import Scheduling

// Safe: one thread at a time asks for batches, as the interface wants it, and the struct is released once.
/// A stream of a producer, taken over: it is released once, when nobody has it any more.
///
///     let names = ["patients", "tasks", "outcomes"]
///     let streams = try names.map { name in
///       (name, try ArrowStream(file: "Datasets/columns/\(name).arrow"))
///     }
///     let data = try ArrowDataset(Dictionary(uniqueKeysWithValues: streams))
///     print(data.patientIDs)  // ["a", "b"]
///
/// The struct is moved out of the producer's memory, where `release` is null from then on, as the interface asks
/// of whoever moves one. The release may happen on any thread, before the end of the stream as well.
///
/// Batches are read one after the other, by one thread at a time.
public final class ArrowStream: @unchecked Sendable {
  /// Where it stays: a producer gets the same address each time.
  let stream: UnsafeMutablePointer<ArrowArrayStream>
  /// The error that ended the stream, where this program reads the file itself.
  private(set) var failure: InputError?

  /// Takes over a stream, which the producer must not touch again.
  public init(taking stream: UnsafeMutablePointer<ArrowArrayStream>) {
    self.stream = .allocate(capacity: 1)
    self.stream.initialize(to: stream.pointee)
    stream.pointee.release = nil
  }

  /// Reads a file as a stream.
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
  /// Takes over the streams of tables by their names.
  ///
  /// - Throws: `InputError` where two have one name; all are released then.
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
