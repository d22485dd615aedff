package import Diagnostics
import Scheduling

/// The pharmacological parameters of a task's drug for measures of coverage.
///
/// There are no defaults: a measure that depends on a missing parameter is missing.
///
///     let drug = DrugParameters(forgivenessHours: 36)
///     print(drug.forgivenessHours!, drug.halfLifeHours as Any)  // 36.0 nil
public struct DrugParameters: Hashable, Sendable {
  /// The number of hours after a dose until its effect is lost.
  public var forgivenessHours: Double?
  /// The elimination half-life in hours.
  public var halfLifeHours: Double?
  /// The minimum effective level, as a multiple of the increase by one planned dose.
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
  /// The parameters by JSON property.
  package static let parts:
    [(name: String, path: any WritableKeyPath<DrugParameters, Double?> & Sendable)] = [
      ("forgivenessHours", \.forgivenessHours), ("halfLifeHours", \.halfLifeHours),
      ("threshold", \.threshold),
    ]

  /// Creates parameters from JSON properties; `nil` without any.
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

  /// The parameters that are set, by JSON property.
  package var numbers: [String: Double] {
    let named = DrugParameters.parts.map { ($0.name, self[keyPath: $0.path]) }
    return Dictionary(uniqueKeysWithValues: named).compactMapValues(\.self)
  }
}
