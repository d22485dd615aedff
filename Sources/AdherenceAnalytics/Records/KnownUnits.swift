import Foundation

/// The known units of measure, by UCUM codes and common spellings.
///
/// Each is a unit of Foundation, with an exact factor where Foundation's is rounded (a pound is 0.453592 kg
/// there) or wrong (a stone is 0.157 kg). Names are case-sensitive, as `Mg` is not `mg`.
enum KnownUnits {
  /// Returns the unit with a name; `nil` if it is unknown.
  static func unit(_ name: String) -> Dimension? { units[name] }

  private static let units: [String: Dimension] = {
    var units: [String: Dimension] = [:]
    for (names, quantity, factor, constant) in weights + lengths + concentrations {
      let unit = quantity.unit(factor, constant)
      for name in names.split(separator: " ") { units[spelled(name)] = unit }
    }
    return units
  }()

  /// Returns a name of the lists below, in which `~` represents a space.
  private static func spelled(_ name: Substring) -> String {
    String(name.map { $0 == "~" ? " " : $0 })
  }

  /// Names, the quantity, the factor to its base unit, and the constant added after that.
  private typealias Entry = (String, Quantity, Double, Double)

  private static let weights: [Entry] = [
    ("kg kilogram kilograms kilo", .mass, 1, 0),
    ("g gram grams", .mass, 1e-3, 0),
    ("mg milligram milligrams", .mass, 1e-6, 0),
    ("ug µg μg mcg microgram micrograms", .mass, 1e-9, 0),
    ("ng nanogram nanograms", .mass, 1e-12, 0),
    ("t tonne tonnes", .mass, 1000, 0),
    ("[lb_av] lb lbs pound pounds", .mass, 0.453_592_37, 0),
    ("[oz_av] oz ounce ounces", .mass, 0.028_349_523_125, 0),
    ("[stone_av] st stone stones", .mass, 6.350_293_18, 0),
    ("L l liter liters litre litres", .volume, 1, 0),
    ("dL dl", .volume, 0.1, 0),
    ("cL cl", .volume, 0.01, 0),
    ("mL ml cc cm3 milliliter milliliters millilitre millilitres", .volume, 1e-3, 0),
    ("uL ul µL µl μL μl microliter microliters", .volume, 1e-6, 0),
    ("[foz_us] fl~oz", .volume, 0.029_573_529_562_5, 0),
    ("[cup_us] cup cups", .volume, 0.236_588_236_5, 0),
    ("[pt_us] pt pint pints", .volume, 0.473_176_473, 0),
    ("[qt_us] qt quart quarts", .volume, 0.946_352_946, 0),
    ("[gal_us] gal gallon gallons", .volume, 3.785_411_784, 0),
    ("[tsp_us] tsp teaspoon teaspoons", .volume, 0.004_928_921_593_75, 0),
    ("[tbs_us] tbsp tablespoon tablespoons", .volume, 0.014_786_764_781_25, 0),
    ("Pa pascal", .pressure, 1, 0),
    ("hPa mbar", .pressure, 100, 0),
    ("kPa", .pressure, 1000, 0),
    ("bar", .pressure, 100_000, 0),
    ("mm[Hg] mmHg mm~Hg", .pressure, 133.322_387_415, 0),
    ("cm[H2O] cmH2O cm~H2O", .pressure, 98.0665, 0),
    ("[in_i'Hg] inHg", .pressure, 3386.388_640_341, 0),
    ("[psi] psi", .pressure, 6894.757_293_168, 0),
    ("atm", .pressure, 101_325, 0),
    ("K kelvin", .temperature, 1, 0),
    ("Cel °C ℃ C degC celsius Celsius", .temperature, 1, 273.15),
    ("[degF] °F ℉ F degF fahrenheit Fahrenheit", .temperature, 5.0 / 9, 459.67 * 5 / 9),
  ]
  private static let lengths: [Entry] = [
    ("m meter meters metre metres", .length, 1, 0),
    ("cm", .length, 0.01, 0),
    ("mm", .length, 1e-3, 0),
    ("km", .length, 1000, 0),
    ("[in_i] in inch inches", .length, 0.0254, 0),
    ("[ft_i] ft foot feet", .length, 0.3048, 0),
    ("[yd_i] yd yard yards", .length, 0.9144, 0),
    ("[mi_i] mi mile miles", .length, 1609.344, 0),
    ("s sec secs second seconds", .duration, 1, 0),
    ("ms", .duration, 1e-3, 0),
    ("min mins minute minutes", .duration, 60, 0),
    ("h hr hrs hour hours", .duration, 3600, 0),
    ("d day days", .duration, 86_400, 0),
    ("wk week weeks", .duration, 604_800, 0),
    ("J joule joules", .energy, 1, 0),
    ("kJ", .energy, 1000, 0),
    ("cal", .energy, 4.184, 0),
    ("kcal Cal", .energy, 4184, 0),
    ("m/s", .speed, 1, 0),
    ("km/h", .speed, 1 / 3.6, 0),
    ("[mi_i]/h mph", .speed, 0.447_04, 0),
    ("Hz", .frequency, 1, 0),
    ("/min {beats}/min {breaths}/min bpm 1/min", .frequency, 1.0 / 60, 0),
  ]
  private static let concentrations: [Entry] = [
    ("g/L g/l mg/mL mg/ml", .concentration, 1, 0),
    ("g/dL g/dl", .concentration, 10, 0),
    ("mg/dL mg/dl", .concentration, 0.01, 0),
    ("mg/L mg/l ug/mL ug/ml µg/mL µg/ml μg/mL μg/ml", .concentration, 1e-3, 0),
    ("ug/L ug/l µg/L µg/l μg/L μg/l ng/mL ng/ml", .concentration, 1e-6, 0),
    ("ug/dL ug/dl µg/dL µg/dl μg/dL μg/dl", .concentration, 1e-5, 0),
    ("ng/L ng/l pg/mL pg/ml", .concentration, 1e-9, 0),
    ("ng/dL ng/dl", .concentration, 1e-8, 0),
    ("mol/L mol/l", .molarity, 1, 0),
    ("mmol/L mmol/l", .molarity, 1e-3, 0),
    ("umol/L umol/l µmol/L µmol/l μmol/L μmol/l", .molarity, 1e-6, 0),
    ("nmol/L nmol/l", .molarity, 1e-9, 0),
    ("pmol/L pmol/l", .molarity, 1e-12, 0),
  ]
}

/// The quantity that a unit measures; amounts of one quantity can be converted to each other.
private enum Quantity {
  case mass, volume, pressure, temperature, length, duration, energy, speed, concentration, molarity
  case frequency

  /// Returns the unit with a factor to the quantity's base unit and a constant.
  func unit(_ factor: Double, _ constant: Double) -> Dimension {
    let line = UnitConverterLinear(coefficient: factor, constant: constant)
    return switch self {
    case .mass: UnitMass(symbol: "", converter: line)
    case .volume: UnitVolume(symbol: "", converter: line)
    case .pressure: UnitPressure(symbol: "", converter: line)
    case .temperature: UnitTemperature(symbol: "", converter: line)
    case .length: UnitLength(symbol: "", converter: line)
    case .duration: UnitDuration(symbol: "", converter: line)
    case .energy: UnitEnergy(symbol: "", converter: line)
    case .speed: UnitSpeed(symbol: "", converter: line)
    case .concentration: UnitConcentrationMass(symbol: "", converter: line)
    case .molarity: UnitMolarity(symbol: "", converter: line)
    case .frequency: UnitFrequency(symbol: "", converter: line)
    }
  }
}

/// Amount concentration, which Foundation has only for one substance at a time.
///
/// Safe: it adds no property to `Dimension`, which never changes once it is made.
private final class UnitMolarity: Dimension, @unchecked Sendable {
  private static let molesPerLiter = UnitMolarity(
    symbol: "mol/L", converter: UnitConverterLinear(coefficient: 1))

  override class func baseUnit() -> Self {
    guard let unit = molesPerLiter as? Self else { preconditionFailure("a unit without a base") }
    return unit
  }
}
