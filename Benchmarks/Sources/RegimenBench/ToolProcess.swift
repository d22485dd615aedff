import Foundation

/// The tool as a child process, with its peak memory.
struct ToolProcess {
  /// The built tool.
  var tool: String
  /// The peak memory of the last run in bytes.
  private(set) var peak = 0

  /// The tool could not be run, or its exit status was not 0 or 1.
  struct Failure: Error, CustomStringConvertible {
    var arguments: [String]
    var status: Int32

    var description: String {
      "'\(arguments.joined(separator: " "))' ended with \(status); is the tool built? (make bench does)"
    }
  }

  init(tool: String) { self.tool = tool }

  /// Runs the tool to its end, discarding its output.
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

  /// Waits for the end, and polls the peak memory a hundred times a second.
  ///
  /// The value reported by the system at the end includes the memory of the parent process.
  private mutating func wait(for process: pid_t, _ arguments: [String]) throws {
    var status = Int32(0)
    peak = 0
    while waitpid(process, &status, WNOHANG) == 0 {
      peak = max(peak, ToolProcess.peak(of: process))
      usleep(10_000)
    }
    guard status == 0 || status == 1 << 8 else {
      throw Failure(arguments: arguments, status: status)
    }
  }

  /// Returns the peak memory of a process in bytes; 0 if it has ended.
  private static func peak(of process: pid_t) -> Int {
    guard let text = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8),
      let line = text.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") }),
      let kibibytes = Int(line.filter(\.isNumber))
    else { return 0 }
    return kibibytes * 1024
  }
}
