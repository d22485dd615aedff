public import Scheduling

/// Which patients are meant, as people write it: any of several terms.
///
///     var options = ReportOptions()
///     options.filter = try PatientFilter("P01*,group:B")
///
/// A term is an id, or a pattern of ids in which `*` stands for any characters and `?` for one; or
/// `group:NAME` or `tag:NAME`, which look at the patient. Commas part terms; where an id has one, `?`
/// stands for it.
public struct PatientFilter: Hashable, Sendable {
  /// The terms, any of which lets a patient pass.
  private(set) var terms: [Term]

  /// What lets a patient pass.
  package enum Term: Hashable, Sendable {
    /// An id, or a pattern of ids.
    case id(String)
    /// One of these ids.
    case ids(Set<String>)
    /// The patient's group.
    case group(String)
    /// One of the patient's tags.
    case tag(String)
  }

  /// Reads terms.
  ///
  /// - Throws: `InputError` where a term is empty, or there is none.
  public init(_ text: String) throws(InputError) { try self.init([text]) }

  /// Reads several lists of terms as one.
  ///
  /// - Throws: `InputError` where a term is empty, or there is none.
  public init(_ texts: [String]) throws(InputError) {
    terms = []
    for text in texts {
      for word in text.split(separator: ",", omittingEmptySubsequences: false) {
        terms.append(try Term(String(word)))
      }
    }
    if terms.isEmpty { throw InputError(.missing, parameter: "only") }
  }

  /// Whether ids alone tell who passes.
  package var looksAtIDsAlone: Bool {
    terms.allSatisfy { term in
      switch term {
      case .id, .ids: true
      case .group, .tag: false
      }
    }
  }

  /// Whether a patient may pass, as far as the id tells.
  package func mayPass(_ id: String) -> Bool {
    terms.contains { term in
      switch term {
      case .id(let pattern): id.matches(pattern)
      case .ids(let ids): ids.contains(id)
      case .group, .tag: true
      }
    }
  }

  /// The same of patients who have got other ids: patterns become the ids that they fit.
  ///
  /// - Parameters:
  ///   - ids: The ids that patterns are held against.
  ///   - replacement: What an id has become.
  /// - Returns: The filter, which passes the same patients under their other ids.
  /// - Complexity: O(*n*) for *n* ids.
  package func replacing(_ ids: [String], by replacement: (String) -> String) -> PatientFilter {
    var filter = self
    filter.terms = terms.map { term in
      guard case .id(let pattern) = term else { return term }
      return .ids(Set(ids.filter { $0.matches(pattern) }.map(replacement)))
    }
    return filter
  }

  /// Whether a patient passes.
  package func passes(_ patient: Patient) -> Bool {
    terms.contains { term in
      switch term {
      case .id(let pattern): patient.id.matches(pattern)
      case .ids(let ids): ids.contains(patient.id)
      case .group(let name): patient.group == name
      case .tag(let name): patient.tags.contains(name)
      }
    }
  }

  /// Whether the patient of a record passes, as a report over a query's range has it.
  ///
  /// - Returns: `false` for a patient whom nobody knew.
  package func passes(_ record: CareRecord, _ query: AdherenceQuery) -> Bool {
    record.patient(for: query).map(passes) ?? false
  }
}

extension PatientFilter: CustomStringConvertible {
  /// The terms as they are written.
  public var description: String {
    terms.map { term in
      switch term {
      case .id(let pattern): pattern
      case .ids(let ids) where ids.count == 1: ids.first ?? ""
      case .ids(let ids): "\(ids.count) ids"
      case .group(let name): "group:\(name)"
      case .tag(let name): "tag:\(name)"
      }
    }.joined(separator: ",")
  }
}

extension PatientFilter.Term {
  fileprivate init(_ text: String) throws(InputError) {
    for (prefix, make) in [("group:", Self.group), ("tag:", Self.tag)] where text.hasPrefix(prefix)
    {
      let name = String(text.dropFirst(prefix.count))
      if name.isEmpty { throw InputError(.missing, parameter: "patients \(prefix)") }
      self = make(name)
      return
    }
    if text.isEmpty { throw InputError(.missing, parameter: "only") }
    self = .id(text)
  }
}

extension String {
  /// Whether a pattern of `*` and `?` fits the whole text.
  ///
  /// The last `*` takes more characters whenever the rest does not fit, so that no pattern takes more
  /// than O(*n* · *m*) steps.
  fileprivate func matches(_ pattern: String) -> Bool {
    guard pattern.contains("*") || pattern.contains("?") else { return self == pattern }
    let (text, pattern) = (Array(self), Array(pattern))
    var (place, wanted) = (0, 0)
    var star: (wanted: Int, place: Int)?
    while place < text.count {
      if wanted < pattern.count, pattern[wanted] == "*" {
        star = (wanted, place)
        wanted += 1
      } else if wanted < pattern.count, pattern[wanted] == "?" || pattern[wanted] == text[place] {
        (place, wanted) = (place + 1, wanted + 1)
      } else if let last = star {
        star = (last.wanted, last.place + 1)
        (place, wanted) = (last.place + 1, last.wanted + 1)
      } else {
        return false
      }
    }
    return pattern[wanted...].allSatisfy { $0 == "*" }
  }
}
