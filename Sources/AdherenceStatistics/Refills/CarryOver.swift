/// What becomes of supply that is left when the next fill comes.
public struct CarryOver: Hashable, Sendable {
  /// Whether it is lost where the next fill is of another class.
  public var onlyForSameClass = false
  /// Whether it lasts longer or shorter after a change of dose, by the ratio of the two doses.
  ///
  /// A fill without a dose, or with one that is not above 0, changes nothing.
  public var considersDose = false

  /// Creates the rule: all supply is carried over, for as many days as it was meant to last.
  public init(onlyForSameClass: Bool = false, considersDose: Bool = false) {
    self.onlyForSameClass = onlyForSameClass
    self.considersDose = considersDose
  }
}
