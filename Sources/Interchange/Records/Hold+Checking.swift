import AdherenceAnalytics
import Scheduling

extension Hold {
  /// Accepts the one mode that is evaluated, which is also the default.
  static func checkMode(_ mode: String?, field: String) throws(InputError) {
    switch mode {
    case nil, "exclude": return
    case "extend", "truncate", "annotate":
      throw InputError(.unsupported(part: "the mode '\(mode ?? "")'"), field: field)
    case .some(let mode):
      throw InputError(
        .notOneOf(text: mode, allowed: ["exclude", "extend", "truncate", "annotate"]), field: field)
    }
  }

  /// Refuses a hold that ends before it begins.
  func checkOrder(field: String) throws(InputError) {
    guard let to else { return }
    let isBackward =
      switch (from, to) {
      case (.local(let from), .local(let to)): to < from
      case (.instant(let from), .instant(let to)): to < from
      default: false
      }
    if isBackward {
      throw InputError(.outOfRange(text: to.description, rule: "not precede 'from'"), field: field)
    }
  }
}
