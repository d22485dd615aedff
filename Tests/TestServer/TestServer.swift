import CPostgreSQL
import Foundation
import Synchronization

@testable import PostgreSQLStore

/// A real server for tests in a temporary folder.
///
/// It ends with the process that started it, even if that is killed: a shell waits for the end of a
/// pipe that only that process holds, and then stops the server and removes the folder.
public final class TestServer: Sendable {
  /// The folder of data, socket and files of tests.
  package let folder: String
  /// The port on 127.0.0.1, which is also part of the socket's name.
  package let port: Int
  private let options: [String]
  private let data: String
  package let programs: ServerPrograms
  /// The disk of the write-ahead log, if it has one of its own.
  package let logDisk: SmallDisk?
  private let process = Mutex<Command.Child?>(nil)
  /// The pipe whose end stops the server.
  private let lifeline: Int32
  private let hasStopped = Atomic(false)

  /// The server that most tests share; each uses a schema or database of its own.
  public static var shared: TestServer {
    get throws { try started.get() }
  }

  /// Whether a server can be started; prints the reason if not.
  public static let isAvailable: Bool = {
    do {
      _ = try shared
      return true
    } catch {
      let reason = (error as? MissingServer)?.reason ?? "\(error)"
      print("Tests with a PostgreSQL server are left out: \(reason)")
      return false
    }
  }()

  private static let started = Result {
    try TestServer(hba: ["local all locked scram-sha-256", "local all refused reject"])
  }

  /// Starts a server for a single test.
  ///
  /// - Parameters:
  ///   - isNetworked: Whether it also listens on 127.0.0.1.
  ///   - settings: Settings such as `name=value`.
  ///   - hba: Lines at the beginning of `pg_hba.conf`.
  ///   - logMegabytes: The size of a separate disk for the write-ahead log.
  /// - Returns: The server, which is stopped with the last reference.
  /// - Throws: `MissingServer` if none can be started.
  package static func own(
    isNetworked: Bool = false, settings: [String] = [], hba: [String] = [],
    logMegabytes: Int? = nil
  ) throws -> TestServer {
    try TestServer(
      isNetworked: isNetworked, settings: settings, hba: hba, logMegabytes: logMegabytes)
  }

  private init(
    isNetworked: Bool = false, settings: [String] = [], hba: [String] = [],
    logMegabytes: Int? = nil
  ) throws {
    programs = try ServerPrograms()
    folder = try TestServer.makeFolder()
    programs.own(folder)
    data = folder + "/data"
    port = isNetworked ? TestServer.freePort() : 5432
    let settings = TestServer.settings + settings
    options =
      ["-D", data, "-k", folder, "-p", "\(port)", "-h", isNetworked ? "127.0.0.1" : ""]
      + settings.flatMap { ["-c", $0] }
    lifeline = TestServer.watch(folder)
    logDisk = try logMegabytes.map { [folder, programs] in
      try SmallDisk(folder + "/disk", megabytes: $0, for: programs)
    }
    try makeData()
    try prepend(hba, to: data + "/pg_hba.conf")
    try start()
  }

  deinit { stop() }

  /// Stops the server and removes its folder.
  package func stop() {
    if !hasStopped.exchange(true, ordering: .relaxed) { close(lifeline) }
  }

  private static let settings = [
    "fsync=off", "full_page_writes=off", "autovacuum=off", "max_connections=100",
    "shared_buffers=32MB", "max_wal_size=256MB", "log_min_messages=fatal",
  ]

  private static func makeFolder() throws -> String {
    // A socket's path has at most 107 bytes.
    var template = Array("/tmp/regimen-pg-XXXXXX".utf8CString)
    guard let path = mkdtemp(&template) else {
      throw MissingServer(reason: "no folder can be made in /tmp")
    }
    return String(cString: path)
  }

  private static func freePort() -> Int {
    let listener = Listener()
    defer { listener.stop() }
    return listener.port
  }

  /// Starts the process that stops the server and removes its folder when this process ends.
  private static func watch(_ folder: String) -> Int32 {
    let ends = Command.pipe()
    let script = """
      cat > /dev/null
      server=$(head -n 1 \(folder)/data/postmaster.pid 2> /dev/null)
      if [ -n "$server" ]; then
        kill -QUIT $server
        for try in 1 2 3 4 5 6 7 8 9 10; do kill -0 $server || break; sleep 0.1; done
      fi
      for disk in \(folder)/disk*; do umount $disk; done
      rm -rf \(folder)
      """
    _ = Command.start(["sh", "-c", script], input: ends.reading)
    close(ends.reading)
    return ends.writing
  }

  private func makeData() throws {
    mkdir(data, 0o700)
    programs.own(data)
    try run(
      programs.command(
        [
          programs.folder + "/initdb", "-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8",
          "--locale=C", "--no-sync", "--wal-segsize=1",
        ] + (logDisk.map { ["--waldir", $0.folder] } ?? [])))
  }

  private func run(_ words: [String]) throws {
    if let complaint = Command.run(words) { throw MissingServer(reason: complaint) }
  }

  private func prepend(_ lines: [String], to path: String) throws {
    if lines.isEmpty { return }
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let all = lines.joined(separator: "\n") + "\n" + text
    try all.write(toFile: path, atomically: false, encoding: .utf8)
  }

  /// Starts the server and waits until it accepts connections.
  package func start() throws {
    let words = programs.command([programs.folder + "/postgres"] + options)
    process.withLock { $0 = Command.start(words, log: folder + "/log") }
    for _ in 0..<600 {
      if PQping("host=\(folder) port=\(port) user=postgres dbname=postgres") == PQPING_OK { return }
      usleep(20_000)
    }
    let log = (try? String(contentsOfFile: folder + "/log", encoding: .utf8)) ?? ""
    throw MissingServer(reason: "the server does not start: " + log)
  }

  /// Kills the server and all its processes at once.
  package func kill9() {
    process.withLock { server in
      guard let running = server else { return }
      kill(running.number, SIGSTOP)
      TestServer.children(of: running.number).forEach { kill($0, SIGKILL) }
      kill(running.number, SIGKILL)
      running.wait()
      server = nil
    }
  }

  /// Starts the server again, whether it was killed or not.
  package func restart() throws {
    kill9()
    try start()
  }

  private static func children(of parent: pid_t) -> [pid_t] {
    let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return all.compactMap { pid_t($0) }.filter { number in
      let status = try? String(contentsOfFile: "/proc/\(number)/stat", encoding: .utf8)
      // The state and the parent follow the name in parentheses.
      let words = status?.split(separator: ")").last?.split(separator: " ")
      return words.flatMap { $0.count > 1 ? pid_t($0[1]) : nil } == parent
    }
  }
}
