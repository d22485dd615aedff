import AdherenceStatistics

/// Weeks of remission of children with leukaemia (Freireich and others, Blood 1963), the usual
/// example.
enum LeukaemiaTrial {
  /// Treated with 6-mercaptopurine.
  static let treated =
    followUps([6, 6, 6, 7, 10, 13, 16, 22, 23])
    + followUps([6, 9, 10, 11, 17, 19, 20, 25, 32, 32, 34, 35], hasEvent: false)
  /// Given a placebo.
  static let placebo = followUps([
    1, 1, 2, 2, 3, 4, 4, 5, 5, 8, 8, 8, 8, 11, 11, 12, 12, 15, 17, 22, 23,
  ])

  static func followUps(_ times: [Double], hasEvent: Bool = true) -> [FollowUp] {
    times.map { FollowUp(time: $0, hasEvent: hasEvent) }
  }
}
