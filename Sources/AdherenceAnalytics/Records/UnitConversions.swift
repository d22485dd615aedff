import Foundation
import Scheduling

/// The conversions of amounts to the units of targets: between units of one dimension, and those that a
/// caller adds.
///
/// Units are those of Foundation's `Measurement`, by UCUM codes and common spellings. Converting mmol/L of a
/// substance to mg/dL depends on its molar mass, so a caller has to add that conversion.
public struct UnitConversions: Hashable, Sendable {
  /// The conversions that apply to any kind of value.
  public static let standard = UnitConversions()

  /// The added conversions, which take precedence.
  public private(set) var added: [UnitConversion] = []

  /// Adds a conversion, which applies in both directions.
  public mutating func add(_ conversion: UnitConversion) { added.append(conversion) }

  /// Converts an amount.
  public func amount(of amount: Double, from: String, to: String, kind: String? = nil) -> Double? {
    from == to ? amount : exact(amount, from: from, to: to, kind: kind)?.rounded(digits: 12)
  }

  private func exact(_ amount: Double, from: String, to: String, kind: String?) -> Double? {
    for own in added where own.kind == nil || own.kind == kind {
      if own.from == from, own.to == to { return own(amount) }
      if own.from == to, own.to == from { return own.inverted(amount) }
    }
    guard let from = KnownUnits.unit(from), let to = KnownUnits.unit(to),
      type(of: from) == type(of: to)
    else { return nil }
    return Measurement(value: amount, unit: from).converted(to: to).value
  }

  /// Returns the linear function of a conversion; `nil` if the units cannot be converted.
  package func line(from: String, to: String, kind: String?) -> (factor: Double, offset: Double)? {
    guard let offset = amount(of: 0, from: from, to: to, kind: kind),
      let one = exact(1, from: from, to: to, kind: kind),
      let zero = exact(0, from: from, to: to, kind: kind)
    else { return nil }
    return ((one - zero).rounded(digits: 12), offset)
  }

  /// Returns whether a value is converted by a conversion added for its kind.
  func asks(forKindOf value: OutcomeValue, to units: String) -> Bool {
    added.contains { own in
      own.kind != nil && own.kind == value.kind && Set([own.from, own.to]) == [value.units, units]
    }
  }

  /// Returns whether amounts of a unit can be converted to another.
  func convert(_ from: String, to: String, kind: String?) -> Bool {
    amount(of: 1, from: from, to: to, kind: kind) != nil
  }
}

extension Double {
  /// Returns the number rounded to a number of significant decimal digits, which hides rounding errors of the
  /// conversion.
  fileprivate func rounded(digits: Int) -> Double {
    guard self != 0, isFinite else { return self }
    let exponent = Double(digits - 1) - log10(magnitude).rounded(.down)
    // Powers of ten are exact up to 10²²; beyond that, nothing is rounded.
    guard exponent.magnitude <= 22 else { return self }
    let scale = pow(10, exponent.magnitude)
    return exponent < 0 ? (self / scale).rounded() * scale : (self * scale).rounded() / scale
  }
}

extension [ScheduleElement.Target] {
  /// Returns the unit to which these targets convert a value; `nil` if no conversion is necessary or
  /// possible.
  ///
  /// If targets have the value's kind, only those are considered.
  func units(for value: OutcomeValue, by conversions: UnitConversions) -> String? {
    guard let own = value.units, case .number = value.content else { return nil }
    if allSatisfy({ $0.takesUnits(of: value) }) { return nil }
    let ofKind = value.kind == nil ? [] : filter { $0.kind == value.kind }
    let asked = ofKind.isEmpty ? self : ofKind
    if asked.contains(where: { $0.takesUnits(of: value) }) { return nil }
    return asked.lazy.compactMap(\.units).first {
      conversions.convert(own, to: $0, kind: value.kind)
    }
  }

  /// Returns the values converted to the units of these targets, where possible.
  package func converting(_ values: [OutcomeValue], by conversions: UnitConversions)
    -> [OutcomeValue]
  {
    guard values.contains(where: { units(for: $0, by: conversions) != nil }) else { return values }
    return values.map { value in
      guard case .number(let amount) = value.content, let from = value.units,
        let to = units(for: value, by: conversions),
        let converted = conversions.amount(of: amount, from: from, to: to, kind: value.kind)
      else { return value }
      return OutcomeValue(.number(converted), units: to, kind: value.kind)
    }
  }
}
