import CPostgreSQL
import Diagnostics
import Foundation
import Scheduling

extension Connection {
  /// The notification channel of writers.
  static let channel = "regimen"

  /// Waits for a notification of a write to this store; the connection must listen to ``channel``.
  ///
  /// Notifications of other stores in the database are ignored.
  ///
  /// - Parameter milliseconds: The timeout.
  /// - Returns: Whether a notification arrived; all pending ones count as one.
  /// - Throws: `InputError` if the connection is lost or the wait is cancelled.
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

  /// Consumes all pending notifications and returns whether one is about this store.
  private func takeNotifications() -> Bool {
    var isReceived = false
    while let notification = PQnotifies(handle) {
      let text = notification.pointee.extra.map { String(cString: $0) } ?? ""
      isReceived = isReceived || text.hasPrefix(address.schema + " ")
      PQfreemem(notification)
    }
    return isReceived
  }
}
