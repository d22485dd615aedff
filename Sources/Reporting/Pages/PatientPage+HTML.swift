extension PatientPage: PageObject {
  /// The page as HTML.
  var bytes: [UInt8] { PageTemplates.render(self, as: "patient") }

  /// The page as text.
  func html() -> String { String(decoding: bytes, as: UTF8.self) }

  func child(named name: String) -> PageValue? {
    switch name {
    case "title", "name": .text(self.name)
    case "subtitle": .text(subtitle)
    case "indexURL": .text(PageURL.encoded(index))
    case "figures": .list(figures)
    case "flags": .list(flags)
    case "facts": .list(facts)
    case "tasks": .list(tasks)
    case "sections": .list(sections)
    case "holds": .list(holds)
    case "problems": .list(problems)
    case "definitions": .list(definitions)
    case "styleURL": .optional(style.map(PageURL.encoded))
    case "style": .text(PageTemplates.style)
    default: presence(named: name)
    }
  }

  private func presence(named name: String) -> PageValue? {
    switch name {
    case "hasFlags": .truth(!flags.isEmpty)
    case "hasFacts": .truth(!facts.isEmpty)
    case "hasTasks": .truth(!tasks.isEmpty)
    case "hasHolds": .truth(!holds.isEmpty)
    case "hasProblems": .truth(!problems.isEmpty)
    case "hasDefinitions": .truth(!definitions.isEmpty)
    default: nil
    }
  }
}

extension HoldLine: PageObject {
  func child(named name: String) -> PageValue? {
    switch name {
    case "taskText": .text(task.isEmpty ? "All tasks" : task)
    case "from": .text(from)
    case "toText": .text(to.isEmpty ? "goes on" : to)
    case "mode": .text(mode)
    case "reason": .text(reason)
    default: nil
    }
  }
}
