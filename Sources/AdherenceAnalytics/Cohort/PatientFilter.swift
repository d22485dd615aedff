public import Diagnostics
import Scheduling

/// A filter of patients in text form: a disjunction of terms.
///
///     var options = ReportOptions()
///     options.filter = try PatientFilter("P01*,group:B")
///
/// A term is an id, or a pattern of ids in which `*` matches any characters and `?` matches one; or
/// `group:NAME` or `tag:NAME`, which match the patient's group or tags. The delimiter is a comma; in an id,
/// `?` can be used to match a comma.
public struct PatientFilter: Hashable, Sendable {
  /// The terms, one of which must match.
  private(set) var terms: [Term]

  /// A condition on a patient.
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

  /// Parses terms.
  public init(_ text: String) throws(InputError) { try self.init([text]) }

  /// Parses several lists of terms as one.
  public init(_ texts: [String]) throws(InputError) {
    terms = []
    for text in texts {
      for word in text.split(separator: ",", omittingEmptySubsequences: false) {
        terms.append(try Term(String(word)))
      }
    }
    if terms.isEmpty { throw InputError(.missing, parameter: "only") }
  }

  /// Whether the filter depends on ids only.
  package var dependsOnIDsOnly: Bool {
    terms.allSatisfy { term in
      switch term {
      case .id, .ids: true
      case .group, .tag: false
      }
    }
  }

  /// Returns whether a patient may pass, judging by the id.
  package func mayPass(_ id: String) -> Bool {
    terms.contains { term in
      switch term {
      case .id(let pattern): id.matches(pattern)
      case .ids(let ids): ids.contains(id)
      case .group, .tag: true
      }
    }
  }

  /// Returns the filter for patients whose ids have been replaced: patterns become lists of matching ids.
  package func replacing(_ ids: [String], by replacement: (String) -> String) -> PatientFilter {
    var filter = self
    filter.terms = terms.map { term in
      guard case .id(let pattern) = term else { return term }
      return .ids(Set(ids.filter { $0.matches(pattern) }.map(replacement)))
    }
    return filter
  }

  /// Returns whether a patient passes.
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

  /// Returns whether the patient of a record passes, in the version for a report on a query's range.
  ///
  /// - Returns: `false` if the patient was not known.
  package func passes(_ record: CareRecord, _ query: AdherenceQuery) -> Bool {
    record.patient(for: query).map(passes) ?? false
  }
}

extension PatientFilter: CustomStringConvertible {
  /// The terms in text form.
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
  /// Returns whether the whole text matches a pattern with `*` and `?`.
  ///
  /// Only the last `*` is backtracked, so a match takes at most O(*n* · *m*) steps.
  fileprivate func matches(_ pattern: String) -> Bool {
    guard pattern.contains("*") || pattern.contains("?") else { return self == pattern }
    let (text, pattern) = (Array(self), Array(pattern))
    var (position, wanted) = (0, 0)
    var star: (wanted: Int, position: Int)?
    while position < text.count {
      if wanted < pattern.count, pattern[wanted] == "*" {
        star = (wanted, position)
        wanted += 1
      } else if wanted < pattern.count, pattern[wanted] == "?" || pattern[wanted] == text[position]
      {
        (position, wanted) = (position + 1, wanted + 1)
      } else if let last = star {
        star = (last.wanted, last.position + 1)
        (position, wanted) = (last.position + 1, last.wanted + 1)
      } else {
        return false
      }
    }
    return pattern[wanted...].allSatisfy { $0 == "*" }
  }
}
