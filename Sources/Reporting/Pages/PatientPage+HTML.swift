import Mustache

extension PatientPage: MustacheParent {
  /// Returns the page as HTML that loads nothing.
  func html() -> String { PageTemplates.render(self, as: "patient") }

  func child(named name: String) -> Any? {
    switch name {
    case "title", "name": self.name
    case "subtitle": subtitle
    case "indexURL": PageURL.encoded(index)
    case "figures": figures
    case "flags": flags
    case "facts": facts
    case "tasks": tasks
    case "sections": sections
    case "holds": holds
    case "problems": problems
    case "definitions": definitions
    case "css": PageTemplates.css
    case "roleColors": PageTemplates.roleColors
    default: presence(named: name)
    }
  }

  private func presence(named name: String) -> Bool? {
    switch name {
    case "hasFlags": !flags.isEmpty
    case "hasFacts": !facts.isEmpty
    case "hasTasks": !tasks.isEmpty
    case "hasHolds": !holds.isEmpty
    case "hasProblems": !problems.isEmpty
    case "hasDefinitions": !definitions.isEmpty
    default: nil
    }
  }
}

extension HoldLine: MustacheParent {
  func child(named name: String) -> Any? {
    switch name {
    case "taskText": task.isEmpty ? "All tasks" : task
    case "from": from
    case "toText": to.isEmpty ? "goes on" : to
    case "mode": mode
    case "reason": reason
    default: nil
    }
  }
}
