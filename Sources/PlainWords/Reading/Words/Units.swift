import Scheduling

/// The known units of amounts: common UCUM units, dose forms, and units of activities; all others
/// are quoted.
enum Units {
  /// Whether a text is a known unit, or known units delimited by `/`.
  static func isKnown(_ text: Substring) -> Bool {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard let first = parts.first, isSingle(first) else { return false }
    return parts.dropFirst().allSatisfy { isSingle($0) || isPart($0) }
  }

  /// Whether a unit is written without quotes.
  static func isPlain(_ text: String) -> Bool {
    isKnown(text[...]) || pairs.contains(text.lowercased())
  }

  /// What a plan may ask for without an amount.
  static let activities = Set(
    """
    survey surveys questionnaire questionnaires diary entry entries assessment assessments interview interviews visit
    visits appointment appointments call calls checkup test tests scan scans draw draws stick check checks measurement
    measurements reading readings rating ratings weight temperature pressure glucose sugar pulse bp session sessions
    physiotherapy physio training therapy exercise exercises stretch stretches stretching walk walks walking yoga
    massage dressing injection injections infusion infusions
    """.split(whereSeparator: \.isWhitespace).map(String.init))

  /// Units of two words.
  static let pairs: Set<String> = [
    "fl oz", "fluid ounce", "fluid ounces", "million units", "international units",
    "international unit", "fingertip unit", "fingertip units",
  ]

  /// Whether a unit is a dose form, such as tablets or puffs; a range of it is an open amount.
  static func isOfDoses(_ text: String) -> Bool { forms.contains(text.lowercased()) }

  /// Returns the singular of a unit, such as `tablet` for `tablets`; a unit without a plural itself.
  static func singular(_ text: String) -> String {
    text.hasSuffix("s") && isCommon(String(text.dropLast())) ? String(text.dropLast()) : text
  }

  /// Whether a text is a known unit name, or a UCUM unit in brackets, such as `[iU]`.
  private static func isSingle(_ text: Substring) -> Bool {
    let isBracketed =
      text.count > 2
      && (text.hasPrefix("[") && text.hasSuffix("]") || text.hasPrefix("{") && text.hasSuffix("}"))
    return isBracketed || isCommon(String(text))
  }

  private static func isCommon(_ text: String) -> Bool {
    let name = text.lowercased()
    return measures.contains(name) || forms.contains(name)
  }

  /// Whether a text is a denominator, as in `mg/day`, that is not a unit by itself.
  private static func isPart(_ text: Substring) -> Bool {
    ["day", "d", "week", "wk", "m2", "m²", "dose"].contains(text.lowercased())
  }

  /// Units of substances, measurements and exercises.
  private static let measures = Set(
    """
    kg g mg µg μg mcg ug ng gm gms gram grams milligram milligrams microgram micrograms kilogram kilograms
    grain grains gr oz ounce ounces lb lbs pound pounds st stone
    l ml mls dl cl µl μl ul liter liters litre litres milliliter milliliters millilitre millilitres cc
    tsp tsps tbsp tbsps teaspoon teaspoons tablespoon tablespoons cup cups glass glasses bottle bottles
    iu u unit units miu mu meq mol mmol µmol umol nmol pmol kcal cal kj calorie calories
    m cm mm km mile miles mi ft feet inch inches yard yards yd
    sec secs s second seconds min mins minute minutes h hr hrs hour hours
    mmhg kpa hpa cmh2o bpm rpm % percent °c °f cel ppm w watt watts db hz j
    step steps rep reps repetition repetitions set sets lap laps floor floors session sessions exercise exercises
    walk walks page pages breath breaths round rounds point points entry entries check checks stair stairs
    measurement measurements reading readings question questions item items survey surveys meal meals
    snack snacks squat squats push-up push-ups pushup pushups sit-up sit-ups situp situps jump jumps stretch stretches
    beat beats cycle cycles score scores word words serving servings portion portions
    """.split(whereSeparator: \.isWhitespace).map(String.init))

  /// Dose forms.
  private static let forms = Set(
    """
    tablet tablets tab tabs tabl caplet caplets capsule capsules cap caps pill pills lozenge lozenges pastille
    pastilles troche troches gummy gummies chewable chewables softgel softgels puff puffs inhalation inhalations
    spray sprays squirt squirts drop drops gtt gtts ampoule ampoules ampule ampules amp amps vial vials injection
    injections shot shots pen pens syringe syringes infusion infusions bag bags patch patches suppository
    suppositories supp supps pessary pessaries sachet sachets packet packets pack packs powder powders scoop scoops
    stick sticks strip strips film films implant implants ring rings enema enemas application applications
    applicator applicators applicatorful applicatorfuls dab dabs pump pumps actuation actuations click clicks dose
    doses piece pieces nebule nebules neb nebs cartridge cartridges ftu ftus spoon spoons spoonful spoonfuls
    teaspoonful teaspoonfuls tablespoonful tablespoonfuls wafer wafers bar bars can cans mouthful mouthfuls swab
    swabs pad pads plaster plasters dressing dressings bandage bandages
    """.split(whereSeparator: \.isWhitespace).map(String.init))
}
