import CArrow
import Foundation
import Scheduling

/// What a stream hands out: a description, and arrays until there is none.
///
/// Safe: the receiver has room for the stream, and calls `release` with it once, which lets the object go.
struct StreamContent {
  let schema: SchemaContent
  /// Makes the next array, and `nil` after the last; after an error it is not asked again.
  let next: () throws -> ArrayContent?

  /// Hands the stream out; the receiver releases it once, from any thread.
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

/// A stream that was handed out, until the receiver releases it.
///
/// Safe: the receiver asks by one thread at a time, and has room for what it asks for; the text of an error
/// lives as long as the stream.
private final class ExportedStream {
  private let schema: SchemaContent
  private var next: (() throws -> ArrayContent?)?
  /// The text of the error that has ended the stream.
  private(set) var error: UnsafeMutablePointer<CChar>?
  private var code: Int32 = 0

  init(_ content: StreamContent) { (schema, next) = (content.schema, content.next) }

  deinit { free(error) }

  func getSchema(_ out: UnsafeMutablePointer<ArrowSchema>?) -> Int32 {
    guard let out else { return EINVAL }
    schema.export(to: out)
    return 0
  }

  /// Hands out the next array, or one that is released already after the last.
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
