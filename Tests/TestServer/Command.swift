package import Foundation
import Synchronization

/// A program that a test runs.
package enum Command {
  /// Runs a program to its end.
  ///
  /// - Returns: Its output if it failed; `nil` if it succeeded.
  package static func run(_ words: [String]) -> String? {
    // No pipe, because a program started concurrently by another test would inherit and hold it
    // open.
    let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: path) }
    guard let program = start(words, log: path.path) else { return "\(words[0]) does not start" }
    if program.wait() == 0 { return nil }
    return "\(words[0]) fails: \((try? String(contentsOf: path, encoding: .utf8)) ?? "")"
  }

  /// Starts a program in a session of its own, so that no signal to this process reaches it.
  ///
  /// - Parameters:
  ///   - words: The program and its arguments.
  ///   - input: Its standard input; `nil` for none.
  ///   - log: The file that receives its output.
  /// - Returns: The running program; `nil` if it cannot be started.
  package static func start(_ words: [String], input: Int32? = nil, log: String = "/dev/null")
    -> Child?
  {
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
    // Foundation detects the end of its programs by a socket, which this one would hold open.
    _ = closeFrom?(&actions, 3)
    var arguments = words.map { strdup($0) } + [nil]
    defer { arguments.forEach { free($0) } }
    var number: pid_t = 0
    let code = starting.withLock { _ in
      posix_spawnp(&number, words[0], &actions, &attributes, &arguments, environ)
    }
    return code == 0 ? Child(number) : nil
  }

  /// A started program.
  ///
  /// It is reaped as soon as it ends, because code that waits for any child, such as exit tests,
  /// would otherwise find it repeatedly and no other.
  package final class Child: Sendable {
    /// The process id.
    package let number: pid_t
    private let end = DispatchSemaphore(value: 0)
    private let status = Mutex(Int32(-1))

    fileprivate init(_ number: pid_t) {
      self.number = number
      Thread.detachNewThread { [self] in
        var status: Int32 = -1
        waitpid(number, &status, 0)
        self.status.withLock { $0 = status }
        end.signal()
      }
    }

    /// Waits for its end and returns its status; may be called by one thread only.
    @discardableResult
    package func wait() -> Int32 {
      end.wait()
      return status.withLock(\.self)
    }
  }

  /// Held while opening descriptors that must not be inherited, and while starting a program.
  private static let starting = Mutex(())

  /// Creates a pipe that no program inherits.
  static func pipe() -> (reading: Int32, writing: Int32) {
    starting.withLock { _ in
      var ends: [Int32] = [0, 0]
      Glibc.pipe(&ends)
      ends.forEach { _ = fcntl($0, F_SETFD, FD_CLOEXEC) }
      return (ends[0], ends[1])
    }
  }

  /// glibc's `posix_spawn_file_actions_addclosefrom_np`, which Swift does not import.
  private static let closeFrom = dlsym(nil, "posix_spawn_file_actions_addclosefrom_np").map {
    unsafeBitCast($0, to: CloseFrom.self)
  }
  private typealias CloseFrom =
    @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32

  /// glibc's `POSIX_SPAWN_SETSID`, which Swift does not import.
  private static let newSession: Int16 = 0x80
}
