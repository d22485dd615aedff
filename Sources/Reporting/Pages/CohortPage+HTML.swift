import AdherenceAnalytics
import Mustache

// What templates ask for by name. Texts are given as they are: the templates escape them.
extension CohortPage: MustacheParent {
  /// How many patients the list of calls names.
  static let calls = 12

  /// Returns the page as HTML that loads nothing.
  func html() -> String { PageTemplates.render(self, as: "index") }

  /// Those of whom a flag asks for more than to be known.
  private var attention: [PatientLine] {
    patients.filter { $0.flags.contains { $0.severity > .notice } }
  }

  func child(named name: String) -> Any? {
    switch name {
    case "title": title
    case "subtitle": subtitle
    case "answer": PageText.unbroken(answer)
    case "figures": figures
    case "pictures": pictures.map(\.html)
    case "hasPictures": !pictures.isEmpty
    case "patients": patients
    case "tableNote": tableNote
    case "coverage": coverage.isEmpty ? nil : coverage
    case "definitions": definitions
    case "files": files
    case "hasFiles": !files.isEmpty
    case "css": PageTemplates.css
    case "roleColors": PageTemplates.roleColors
    case "script": PageTemplates.script
    default: flagChild(named: name) ?? qualityChild(named: name)
    }
  }

  private func flagChild(named name: String) -> Any? {
    switch name {
    case "attention": Array(attention.prefix(CohortPage.calls))
    case "hasAttention": !attention.isEmpty
    case "moreAttention": more
    case "hasFlagged": flaggedCount > 0
    case "flagWords": flags
    case "hasFlagWords": !flags.isEmpty
    default: nil
    }
  }

  private func qualityChild(named name: String) -> Any? {
    switch name {
    case "quality": quality
    case "hasQuality": !quality.isEmpty
    case "problems": problems
    case "hasProblems": !problems.isEmpty
    case "problemHeading": problemHeading
    default: nil
    }
  }

  private var more: String? {
    let rest = flaggedCount - min(attention.count, CohortPage.calls)
    return rest > 0 ? String(rest) : nil
  }

  private var tableNote: String {
    let total = max(patientCount, patients.count)
    return patients.count == total
      ? "\(total) patients."
      : "\(patients.count) of \(total) patients are shown."
  }

  private var problemHeading: String {
    let total = max(problemCount, problems.count)
    return problems.count == total
      ? "\(total) doubts" : "The first \(problems.count) of \(total) doubts"
  }
}

extension QualityLine: MustacheParent {
  func child(named name: String) -> Any? {
    switch name {
    case "name": self.name
    case "count": String(count)
    case "explanation": explanation
    default: nil
    }
  }
}
