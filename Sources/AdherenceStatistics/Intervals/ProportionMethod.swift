/// How an interval for a proportion is found.
public enum ProportionMethod: String, CaseIterable, Codable, Sendable {
  /// The proportions that a score test at the level does not reject (Wilson 1927).
  ///
  /// Its coverage is near the level on average; it never leaves 0...1 and has width at 0 and *n* of
  /// *n*.
  case wilson
  /// The proportions that neither one-sided exact binomial test at half the level rejects (Clopper
  /// and Pearson 1934).
  ///
  /// It covers at least as often as the level says, and is the widest of the three.
  case clopperPearson = "clopper-pearson"
  /// The middle of the posterior from the prior Beta(1/2, 1/2), extended to 0 for no success and to 1
  /// for nothing but successes (Brown, Cai and DasGupta 2001).
  case jeffreys
}
