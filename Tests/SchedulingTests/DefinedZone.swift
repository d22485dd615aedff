import Foundation
import Scheduling

/// The meaning of local times in a zone, derived from Foundation's offsets only.
struct DefinedZone {
  let timeZone: TimeZone

  init(_ id: String) {
    guard let timeZone = TimeZone(identifier: id) else {
      preconditionFailure("the test's zone: \(id)")
    }
    self.timeZone = timeZone
  }

  func offset(_ instant: Int64) -> Int64 {
    Int64(timeZone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(instant))))
  }

  func civil(_ instant: Int64) -> Int64 { instant + offset(instant) }

  /// The offsets around a local time; no zone here changes twice within two days.
  func offsets(around local: Int64) -> (before: Int64, after: Int64) {
    (offset(local - 26 * 3600), offset(local + 26 * 3600))
  }

  /// Every instant at which the clock shows a local time.
  func instants(showing local: Int64) -> [Int64] {
    let (before, after) = offsets(around: local)
    return Set([local - before, local - after]).filter { civil($0) == local }.sorted()
  }

  /// The first instant at which the clock shows a local time or more; offsets change at quarter hours.
  func firstInstant(atOrAfter local: Int64) -> Int64 {
    if let first = instants(showing: local).first { return first }
    let evening = (local / 900 - 15 * 4) * 900
    return stride(from: evening, to: evening + 60 * 3600, by: 900).first { civil($0) >= local }
      ?? .max
  }

  /// Whether the local date is skipped entirely.
  func skipsDay(of local: Int64) -> Bool {
    let midnight = local - local.modulo86400
    return stride(from: midnight, to: midnight + 86_400, by: 900)
      .allSatisfy { instants(showing: $0).isEmpty }
  }

  /// The starts of a nominal local time under an element's policies.
  func starts(of local: Int64, for element: ScheduleElement) -> [Int64] {
    let instants = instants(showing: local)
    if instants.isEmpty { return startsInGap(local, for: element) }
    if element.isAllDay { return [instants[0]] }
    switch element.overlap {
    case .first: return [instants[0]]
    case .last: return [instants[instants.count - 1]]
    case .both: return instants
    }
  }

  private func startsInGap(_ local: Int64, for element: ScheduleElement) -> [Int64] {
    if skipsDay(of: local) { return [] }
    if element.isAllDay { return [firstInstant(atOrAfter: local)] }
    let (before, after) = offsets(around: local)
    switch element.gap {
    case .shiftForward: return [local - before]
    case .shiftBack: return [local - after]
    case .skip: return []
    }
  }
}

extension Int64 {
  fileprivate var modulo86400: Int64 { (self % 86_400 + 86_400) % 86_400 }
}
