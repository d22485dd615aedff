import Foundation
import Scheduling

/// What amounts are converted by where a target is in another unit: units of one dimension, and what a caller
/// adds.
///
/// Units are those of Foundation's `Measurement`, by their UCUM codes and common spellings. A substance's mmol/L
/// are no mg/dL of it without its molar mass, which a caller adds.
public struct UnitConversions: Hashable, Sendable {
  /// Those of units that measure the same, whatever it is of.
  public static let standard = UnitConversions()

  /// What was added, which goes before what is known.
  public private(set) var added: [UnitConversion] = []

  /// Adds a conversion, which serves both ways.
  public mutating func add(_ conversion: UnitConversion) { added.append(conversion) }

  /// Converts an amount.
  ///
  /// - Parameters:
  ///   - amount: The amount.
  ///   - from: Its unit.
  ///   - to: The unit that is asked for.
  ///   - kind: What it measures, which an added conversion may ask for.
  /// - Returns: The amount in the other unit, to twelve digits; `nil` where the units have nothing in common.
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

  /// The line by which amounts are converted: its factor, and what is added; `nil` where the units have nothing in
  /// common.
  package func line(from: String, to: String, kind: String?) -> (factor: Double, offset: Double)? {
    guard let offset = amount(of: 0, from: from, to: to, kind: kind),
      let one = exact(1, from: from, to: to, kind: kind),
      let zero = exact(0, from: from, to: to, kind: kind)
    else { return nil }
    return ((one - zero).rounded(digits: 12), offset)
  }

  /// Whether a value is converted by what was added for its kind.
  func asks(forKindOf value: OutcomeValue, to units: String) -> Bool {
    added.contains { own in
      own.kind != nil && own.kind == value.kind && Set([own.from, own.to]) == [value.units, units]
    }
  }

  /// Whether amounts of a unit can be converted to another.
  func convert(_ from: String, to: String, kind: String?) -> Bool {
    amount(of: 1, from: from, to: to, kind: kind) != nil
  }
}

extension Double {
  /// The nearest number of so many decimal digits, in which no step of a conversion shows.
  fileprivate func rounded(digits: Int) -> Double {
    guard self != 0, isFinite else { return self }
    let exponent = Double(digits - 1) - log10(magnitude).rounded(.down)
    // Powers of ten are exact up to the 22nd: beyond, nothing is rounded.
    guard exponent.magnitude <= 22 else { return self }
    let scale = pow(10, exponent.magnitude)
    return exponent < 0 ? (self / scale).rounded() * scale : (self * scale).rounded() / scale
  }
}

extension [ScheduleElement.Target] {
  /// The unit in which these targets take a value that is in another; `nil` where nothing is to be converted, or
  /// can be.
  ///
  /// Where targets name the value's kind, they alone are asked.
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

  /// Values in the units in which these targets take them, where they can be converted.
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
