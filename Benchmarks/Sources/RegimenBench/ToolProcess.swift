import Foundation

/// The tool as a process of its own, whose memory the system measures.
struct ToolProcess {
  /// The built tool.
  var tool: String
  /// The most memory that the last run took, in bytes.
  private(set) var peak = 0

  /// The tool could not be run, or ended with another status than 0 or 1.
  struct Failure: Error, CustomStringConvertible {
    var arguments: [String]
    var status: Int32

    var description: String {
      "'\(arguments.joined(separator: " "))' ended with \(status); is the tool built? (make bench does)"
    }
  }

  init(tool: String) { self.tool = tool }

  /// Runs the tool to its end without its output.
  mutating func run(_ arguments: [String]) throws {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    var words: [UnsafeMutablePointer<CChar>?] = ([tool] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var process = pid_t()
    guard posix_spawn(&process, tool, &actions, nil, &words, environ) == 0 else {
      throw Failure(arguments: arguments, status: -1)
    }
    try wait(for: process, arguments)
  }

  private mutating func wait(for process: pid_t, _ arguments: [String]) throws {
    var (status, usage) = (Int32(0), rusage())
    while wait4(process, &status, 0, &usage) < 0, errno == EINTR {}
    // Linux counts in kibibytes.
    peak = usage.ru_maxrss * 1024
    guard status == 0 || status == 1 << 8 else {
      throw Failure(arguments: arguments, status: status)
    }
  }
}
