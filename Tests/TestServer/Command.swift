package import Foundation

/// A program that a test runs.
package enum Command {
  /// Runs a program to its end.
  ///
  /// - Returns: What went wrong, from what it has printed; `nil` where nothing did.
  package static func run(_ words: [String]) -> String? {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = words
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = output
    do { try process.run() } catch { return "\(error)" }
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return process.terminationStatus == 0 ? nil : "\(words[0]) fails: \(text)"
  }

  /// Starts a program in a session of its own, which no signal to this process reaches.
  ///
  /// - Parameters:
  ///   - words: The program and its arguments.
  ///   - input: Its standard input; `nil` for none.
  ///   - log: The file that gets its output.
  /// - Returns: Its number; 0 where it does not start.
  package static func start(_ words: [String], input: Int32? = nil, log: String = "/dev/null") -> pid_t {
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    posix_spawnattr_setflags(&attributes, newSession)
    if let input {
      posix_spawn_file_actions_adddup2(&actions, input, 0)
    } else {
      posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    }
    posix_spawn_file_actions_addopen(&actions, 1, log, O_WRONLY | O_CREAT | O_APPEND, 0o666)
    posix_spawn_file_actions_adddup2(&actions, 1, 2)
    var arguments = words.map { strdup($0) } + [nil]
    defer { arguments.forEach { free($0) } }
    var number: pid_t = 0
    let code = posix_spawnp(&number, words[0], &actions, &attributes, &arguments, environ)
    return code == 0 ? number : 0
  }

  /// glibc's `POSIX_SPAWN_SETSID`, which Swift does not see.
  private static let newSession: Int16 = 0x80
}
