/// The method for the interval of a proportion.
public enum ProportionMethod: String, CaseIterable, Codable, Sendable {
  /// The proportions that a score test at the level does not reject (Wilson 1927).
  ///
  /// Its coverage is near the level on average; it never leaves 0...1 and has width at 0 and *n* of
  /// *n*.
  case wilson
  /// The proportions that neither one-sided exact binomial test at half the level rejects (Clopper
  /// and Pearson 1934).
  ///
  /// Its coverage is at least the level, and it is the widest of the three.
  case clopperPearson = "clopper-pearson"
  /// The central posterior interval for the prior Beta(1/2, 1/2), extended to 0 for no success and
  /// to 1 for no failure (Brown, Cai and DasGupta 2001).
  case jeffreys
}
