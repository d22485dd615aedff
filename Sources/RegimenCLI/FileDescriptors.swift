import Foundation

/// The file descriptors that the process may still open.
enum FileDescriptors {
  /// As many as every command needs with one job: the runtime traps where it gets none for its event loop, and a
  /// store takes three for each connection.
  static let needed = 32

  /// The message where fewer are free than are needed; `nil` where there are enough.
  static var shortage: String? {
    let free = freeCount()
    if free >= needed { return nil }
    return "only \(free) more files can be opened, and \(needed) are needed"
      + " (raise the limit: ulimit -n 256)"
  }

  /// Counts up to as many as are needed, by opening them.
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
