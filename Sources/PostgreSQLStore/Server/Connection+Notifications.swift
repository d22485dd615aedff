import CPostgreSQL
import Foundation
import Scheduling

extension Connection {
  /// The channel on which writers say that they have written.
  static let channel = "regimen"

  /// Waits for a writer to say that it has written to this store; ``channel`` must be listened to.
  ///
  /// What other stores of the database have to say is passed over.
  ///
  /// - Parameter milliseconds: How long to wait.
  /// - Returns: Whether a writer has said it; all that were there by now count as one.
  /// - Throws: `InputError` where the connection is lost, and where nobody waits any more.
  func waitForNotification(_ milliseconds: Int) throws(InputError) -> Bool {
    try settle()
    let end = ContinuousClock.now + .milliseconds(milliseconds)
    while true {
      if PQconsumeInput(handle) == 0 { throw failure("") }
      if takeNotifications() { return true }
      let now = ContinuousClock.now
      if now >= end { return false }
      if isCancelled() { throw .cancelled(address) }
      let left = (end - now) / .milliseconds(1)
      var socket = pollfd(fd: PQsocket(handle), events: Int16(POLLIN), revents: 0)
      poll(&socket, 1, Int32(min(50, max(1, left))))
    }
  }

  /// Takes all that have come, and says whether one is about this store.
  private func takeNotifications() -> Bool {
    var isHeard = false
    while let notification = PQnotifies(handle) {
      let text = notification.pointee.extra.map { String(cString: $0) } ?? ""
      isHeard = isHeard || text.hasPrefix(address.schema + " ")
      PQfreemem(notification)
    }
    return isHeard
  }
}
