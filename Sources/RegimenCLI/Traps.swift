import Foundation

/// The behaviour of the program on a trap.
enum Traps {
  /// Makes a trap end the program immediately if memory is limited.
  ///
  /// Swift prints a backtrace in a second process, and both need memory. If there is none left,
  /// they wait for each other forever.
  static func endAtOnceWhereMemoryIsLimited() {
    guard isLimited(RLIMIT_AS) || isLimited(RLIMIT_DATA) else { return }
    for number in [SIGQUIT, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP] {
      signal(number, SIG_DFL)
    }
  }

  private static func isLimited(_ resource: __rlimit_resource) -> Bool {
    var limit = rlimit()
    return getrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0
      && limit.rlim_cur != rlim_t.max
  }
}
