import Foundation

/// The file descriptors available to the process.
enum FileDescriptors {
  /// The number required by every command with one job: the runtime traps if it gets none for its
  /// event loop, and a store takes three per connection.
  static let needed = 32

  /// The error if fewer are available than required; `nil` otherwise.
  static var shortage: String? {
    let free = freeCount()
    if free >= needed { return nil }
    return "only \(free) more files can be opened, but \(needed) are needed"
      + " (raise the limit: ulimit -n 256)"
  }

  /// Counts the available descriptors, up to the required number, by opening them.
  private static func freeCount() -> Int {
    var opened: [Int32] = []
    defer { for descriptor in opened { close(descriptor) } }
    while opened.count < needed {
      let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else {
        return errno == EMFILE || errno == ENFILE ? opened.count : needed
      }
      opened.append(descriptor)
    }
    return needed
  }
}
