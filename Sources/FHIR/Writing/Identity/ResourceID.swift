import Diagnostics
import Formats
import Interchange

/// A resource id derived from arbitrary names.
///
/// FHIR ids consist of 1 to 64 letters, digits, hyphens and points. A valid name is used unchanged,
/// so that ids read from FHIR, including ids derived here, round-trip. Several names are joined by
/// two points: `P001..tablet`. Other characters are escaped as a point and two hexadecimal digits
/// per byte, and an id that gets too long is replaced by a digest, so that distinct names without
/// two consecutive points have distinct ids.
struct ResourceID: Hashable, Sendable {
  let text: String

  /// The maximum length of an id.
  private static let limit = 64

  /// Creates the id for one name.
  init(_ name: String) {
    text = ResourceID.isValid(name) ? name : ResourceID.shortened(".." + ResourceID.escaped(name))
  }

  /// Creates the id for two or more names.
  init(_ first: String, _ others: String...) {
    self.init([first] + others)
  }

  /// Creates the id for two or more names.
  init(_ names: [String]) {
    text = ResourceID.shortened(names.map(ResourceID.escaped).joined(separator: ".."))
  }

  /// Returns whether a name is a valid id.
  static func isValid(_ name: String) -> Bool {
    1...limit ~= name.utf8.count && name.utf8.allSatisfy { $0.isPlain || $0 == UInt8(ascii: ".") }
  }

  /// Escapes a name; a point is only followed by hexadecimal digits, or by `e` for the empty name.
  private static func escaped(_ name: String) -> String {
    if name.isEmpty { return ".e" }
    var bytes: [UInt8] = []
    for byte in name.utf8 {
      if byte.isPlain {
        bytes.append(byte)
      } else {
        bytes += [UInt8(ascii: "."), Hexadecimal.digits[Int(byte >> 4)]]
        bytes.append(Hexadecimal.digits[Int(byte & 15)])
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns a text, or its digest if it is too long; no other id ends with two points.
  private static func shortened(_ text: String) -> String {
    if text.utf8.count <= limit { return text }
    let digits = SHA1.digest(of: Array(text.utf8)).flatMap { byte in
      [Hexadecimal.digits[Int(byte >> 4)], Hexadecimal.digits[Int(byte & 15)]]
    }
    return String(decoding: digits, as: UTF8.self) + ".."
  }
}

/// Hexadecimal digits.
private enum Hexadecimal {
  static let digits = Array("0123456789ABCDEF".utf8)
}

extension UInt8 {
  /// Whether it is an ASCII letter, a digit or a hyphen.
  fileprivate var isPlain: Bool {
    48...57 ~= self || 65...90 ~= self || 97...122 ~= self || self == UInt8(ascii: "-")
  }
}

/// The resource types that are written, in the order of files and bundles.
package enum WrittenType: String, CaseIterable, Hashable, Sendable {
  case patient = "Patient"
  case carePlan = "CarePlan"
  case medicationRequest = "MedicationRequest"
  case serviceRequest = "ServiceRequest"
  case medicationAdministration = "MedicationAdministration"
  case observation = "Observation"
  case procedure = "Procedure"
  case measureReport = "MeasureReport"
}

/// The type and id of a resource.
struct ResourceName: Hashable, Sendable {
  let type: WrittenType
  let id: ResourceID

  /// The relative reference to the resource.
  var reference: String { "\(type.rawValue)/\(id.text)" }
}

extension ResourceName {
  /// Parses a name such as `MedicationRequest/r1`; `nil` for other texts and types.
  init?(_ text: String, oneOf types: [WrittenType]) {
    guard let slash = text.firstIndex(of: "/"),
      let type = types.first(where: { $0.rawValue == text[..<slash] }),
      case let id = String(text[text.index(after: slash)...]), ResourceID.isValid(id)
    else { return nil }
    self.init(type: type, id: ResourceID(id))
  }

  /// Creates the name of a part of a patient's record by its id, which may come from FHIR.
  ///
  /// - Parameters:
  ///   - id: The id within the record.
  ///   - patient: The patient's id.
  ///   - types: The possible types; the first is used if the id does not contain one.
  init(of id: String, patient: String, _ types: [WrittenType]) {
    self =
      ResourceName(id, oneOf: types)
      ?? ResourceName(type: types[0], id: ResourceID(patient, id))
  }
}
