extension CareRecord {
  /// The changes that write the record, with all its versions, to a store without it.
  public var changes: [CareChange] {
    let id = patient.id
    return patients.changes { .patient($0) }
      + carePlans.changes { .carePlan($0, of: id) }
      + contacts.changes { .contact($0, of: id) }
      + tasks.changes { .task($0, of: id) }
      + holds.changes { .hold($0, of: id) }
      + outcomes.changes { .outcome($0, of: id) }
  }
}

extension Sequence where Element: StoredRecord {
  /// Returns the changes: the first version of an entity, and the first after an end, is added; all others
  /// are updates.
  fileprivate func changes(_ entity: (Element) -> CareEntity) -> [CareChange] {
    var living: Set<String> = []
    return map { version in
      guard let id = version.identity else { return .add(entity(version)) }
      let isUpdate = living.contains(id)
      if version.isEnded { living.remove(id) } else { living.insert(id) }
      return isUpdate ? .update(entity(version)) : .add(entity(version))
    }
  }
}
