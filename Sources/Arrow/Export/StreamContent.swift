import CArrow
import Diagnostics
import Foundation
import Scheduling

/// The content of a stream: a schema, and a sequence of arrays.
///
/// Safe: the receiver has room for the stream, and calls `release` with it once, which lets the
/// object go.
struct StreamContent {
  let schema: SchemaContent
  /// Returns the next array, or `nil` after the last one; not called again after an error.
  let next: () throws -> ArrayContent?

  /// Exports the stream; the consumer releases it once, on any thread.
  func export(to stream: UnsafeMutablePointer<ArrowArrayStream>) {
    let exported = ExportedStream(self)
    stream.initialize(
      to: ArrowArrayStream(
        get_schema: { $0?.exported?.getSchema($1) ?? EINVAL },
        get_next: { $0?.exported?.getNext($1) ?? EINVAL },
        get_last_error: { UnsafePointer($0?.exported?.error) },
        release: ExportedStream.release,
        private_data: Unmanaged.passRetained(exported).toOpaque()))
  }
}

/// The private data of an exported stream, until the consumer releases it.
///
/// Safe: the receiver uses one thread at a time, and its memory has room for the answer; the text of
/// an error lives as long as the stream.
private final class ExportedStream {
  private let schema: SchemaContent
  private var next: (() throws -> ArrayContent?)?
  /// The text of the error that ended the stream.
  private(set) var error: UnsafeMutablePointer<CChar>?
  private var code: Int32 = 0

  init(_ content: StreamContent) { (schema, next) = (content.schema, content.next) }

  deinit { free(error) }

  func getSchema(_ out: UnsafeMutablePointer<ArrowSchema>?) -> Int32 {
    guard let out else { return EINVAL }
    schema.export(to: out)
    return 0
  }

  /// Exports the next array, or a released array after the last one.
  func getNext(_ out: UnsafeMutablePointer<ArrowArray>?) -> Int32 {
    guard let out else { return EINVAL }
    out.initialize(to: ArrowArray())
    do {
      guard let array = try next?() else {
        next = nil
        return code
      }
      array.export(to: out)
      return 0
    } catch {
      next = nil
      code = error is CancellationError ? ECANCELED : error is InputError ? EINVAL : EIO
      self.error = strdup("\(error)")
      return code
    }
  }

  static let release: @convention(c) (UnsafeMutablePointer<ArrowArrayStream>?) -> Void = { stream in
    guard let stream, stream.pointee.release != nil, let data = stream.pointee.private_data else {
      return
    }
    stream.pointee.release = nil
    Unmanaged<ExportedStream>.fromOpaque(data).release()
  }
}

// Safe: a stream that is not released holds the object.
extension UnsafeMutablePointer<ArrowArrayStream> {
  fileprivate var exported: ExportedStream? {
    guard pointee.release != nil, let data = pointee.private_data else { return nil }
    return Unmanaged<ExportedStream>.fromOpaque(data).takeUnretainedValue()
  }
}
