import AdherenceAnalytics

// Template values by name. Texts are passed unescaped: the templates escape them.
extension CohortPage: QualityPage {
  /// The maximum number of patients in the call list.
  static let calls = 12

  /// The page as HTML.
  var bytes: [UInt8] { PageTemplates.render(self, as: "index") }

  /// The page as text.
  func html() -> String { String(decoding: bytes, as: UTF8.self) }

  /// The patients with a flag above the lowest severity.
  private var attention: [PatientLine] {
    patients.filter { $0.flags.contains { $0.severity > .notice } }
  }

  func child(named name: String) -> PageValue? {
    switch name {
    case "title": .text(title)
    case "subtitle": .text(subtitle)
    case "answer": .text(PageText.unbroken(answer))
    case "figures": .list(figures)
    case "pictures": .list(pictures)
    case "hasPictures": .truth(!pictures.isEmpty)
    case "patients": .list(patients)
    case "tableNote": .text(tableNote)
    case "coverage": .optional(coverage.isEmpty ? nil : coverage)
    case "definitions": .list(definitions)
    case "files": .list(files)
    case "hasFiles": .truth(!files.isEmpty)
    case "styleURL": .optional(style.map(PageURL.encoded))
    case "style": .text(PageTemplates.style)
    case "script": .text(PageTemplates.script)
    default: flagChild(named: name) ?? qualityChild(named: name)
    }
  }

  private func flagChild(named name: String) -> PageValue? {
    switch name {
    case "attention": .list(Array(attention.prefix(CohortPage.calls)))
    case "hasAttention": .truth(!attention.isEmpty)
    case "moreAttention": .optional(more)
    case "hasFlagged": .truth(flaggedCount > 0)
    case "flagWords": .list(flags)
    case "hasFlagWords": .truth(!flags.isEmpty)
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
}

extension QualityLine: PageObject {
  func child(named name: String) -> PageValue? {
    switch name {
    case "name": .text(self.name)
    case "count": .text(String(count))
    case "explanation": .text(explanation)
    default: nil
    }
  }
}
