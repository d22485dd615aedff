/// An item of the EMERGE checklist, in this package's wording.
struct EmergeItem: Hashable, Sendable {
  /// The item number, such as `M1` for a minimum criterion and `1` for a best-practice item.
  var number: String
  /// The section of the manuscript.
  var section: String
  var topic: String
  var asks: String
  /// What the authors must fill in; `nil` if the report answers the item completely.
  var authors: String?
}

extension EmergeItem {
  static let minimumCriteria = "Minimum reporting criteria"

  /// The 4 minimum criteria, then the 17 best-practice items in the order of a manuscript.
  static let all: [EmergeItem] = minimum + front + methods + back

  private static let minimum: [EmergeItem] = [
    item("M1", minimumCriteria, "Phases", "The phases of adherence that are studied."),
    item(
      "M2", minimumCriteria, "Operational definitions", "The definition of each phase, as computed."
    ),
    item(
      "M3", minimumCriteria, "Measurement", "How adherence was measured in each phase.",
      "which device, record or questionnaire the data come from, and how well it measures adherence"
    ),
    item("M4", minimumCriteria, "Results", "The results of each phase."),
  ]

  private static let front: [EmergeItem] = [
    item(
      "1", "Title and abstract", "Title and abstract",
      "Adherence and its phases are named, with the minimum criteria.", "title and abstract"),
    item(
      "2", "Introduction", "Background", "What is known of the phases that are studied.",
      "the background"),
    item(
      "3", "Introduction", "Framework", "The theory or hypotheses about adherence.",
      "the theoretical framework"),
    item(
      "4", "Introduction", "Objectives", "The questions, each with its phase.", "the objectives"),
  ]

  private static let methods: [EmergeItem] = [
    item("5", "Methods", "Design", "The design, and why it suits the phases.", "the study design"),
    item(
      "6", "Methods", "Setting and routine care",
      "Where patients were treated, and what care did for adherence.",
      "the setting and routine care"),
    item(
      "7", "Methods", "Participants",
      "Who was eligible, and whether earlier adherence was a criterion.",
      "eligibility, recruitment, and whether adherence was a criterion of either"),
    item(
      "8", "Methods", "Interventions",
      "What was done for adherence: the phase aimed at, the level and the provider.",
      "the interventions, or that there were none"),
    item(
      "9", "Methods", "Course of measurement", "When and for how long adherence was measured.",
      "who collected the data, and how often"),
    item(
      "10", "Methods", "Quality of measurement",
      "How valid the measure is, and whether measuring changes adherence.",
      "validity, reliability, and whether patients knew that they were monitored"),
    item(
      "11", "Methods", "Data handling",
      "How records were cleaned, and how missing, excused and censored time was handled.",
      "what was done to the data before this report"),
    item(
      "12", "Methods", "Statistical methods", "The analysis of each phase, with its parameters.",
      "models beyond this report, and which analyses were planned in advance"),
    item(
      "13", "Methods", "Ethics", "Approval, consent and privacy of monitoring.",
      "approval, consent and data protection"),
  ]

  private static let back: [EmergeItem] = [
    item(
      "14", "Results", "Flow of participants",
      "How many took part, left and were analysed, and why.",
      "non-participants and reasons for not taking part"),
    item(
      "15", "Results", "Sample",
      "Characteristics of patients and treatments that bear on adherence.",
      "characteristics of the patients and their treatments"),
    item(
      "16", "Results", "Estimates",
      "Adherence in numbers, with its uncertainty and other analyses.",
      "how adherence relates to clinical outcomes, where that was studied"),
    item(
      "17", "Discussion", "Interpretation",
      "Strengths, limits, transfer to others, and what follows for care and research.",
      "the discussion"),
  ]

  private static func item(
    _ number: String, _ section: String, _ topic: String, _ asks: String, _ authors: String? = nil
  ) -> EmergeItem {
    EmergeItem(number: number, section: section, topic: topic, asks: asks, authors: authors)
  }
}
