package import Scheduling

/// What pharmacology says of a task's drug, as far as measures of coverage need it.
///
/// There are no defaults: a measure that needs a parameter which is not given is missing.
///
///     let drug = DrugParameters(forgivenessHours: 36)
///     print(drug.forgivenessHours!, drug.halfLifeHours as Any)  // 36.0 nil
public struct DrugParameters: Hashable, Sendable {
  /// The hours after a dose until its effect is lost.
  public var forgivenessHours: Double?
  /// The hours in which half of the drug is eliminated.
  public var halfLifeHours: Double?
  /// The least effective level, as a multiple of what one planned dose adds to it.
  public var threshold: Double?

  /// Creates parameters.
  public init(
    forgivenessHours: Double? = nil, halfLifeHours: Double? = nil, threshold: Double? = nil
  ) {
    self.forgivenessHours = forgivenessHours
    self.halfLifeHours = halfLifeHours
    self.threshold = threshold
  }
}

extension DrugParameters {
  /// The parameters by the names that they have in JSON.
  package static let parts:
    [(name: String, path: any WritableKeyPath<DrugParameters, Double?> & Sendable)] = [
      ("forgivenessHours", \.forgivenessHours), ("halfLifeHours", \.halfLifeHours),
      ("threshold", \.threshold),
    ]

  /// Takes parameters by their names; `nil` without any.
  ///
  /// - Throws: `InputError` for a parameter that is not a finite number above 0.
  package init?(checking numbers: [String: Double], field: String) throws(InputError) {
    for (name, number) in numbers.sorted(by: { $0.key < $1.key })
    where !(number > 0 && number < .infinity) {
      throw InputError(
        .outOfRange(text: "\(number)", rule: "be a number above 0"), field: "\(field).\(name)")
    }
    if numbers.isEmpty { return nil }
    self.init()
    for (name, path) in DrugParameters.parts { self[keyPath: path] = numbers[name] }
  }

  /// The parameters that are given, by their names.
  package var numbers: [String: Double] {
    let named = DrugParameters.parts.map { ($0.name, self[keyPath: $0.path]) }
    return Dictionary(uniqueKeysWithValues: named).compactMapValues(\.self)
  }
}
