import Foundation

/// How the program ends where it traps.
enum Traps {
  /// Lets a trap end the program at once where memory is limited.
  ///
  /// Swift tells where a program trapped by a second process, for which both need memory. Where there is none
  /// left, each waits for the other without end.
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
