import AdherenceAnalytics
import Diagnostics
import Scheduling
import Storage

/// The state of reading one patient's outcomes, reused for the next patient.
///
/// Safe: the gathering writes into an array's room while the closure runs, no more rows than there
/// is room for, and `close` takes the room away.
final class PatientOutcomes {
  private let terms: StoredTerms
  private let exceptions: OutcomeExceptions
  private var gathering: OutcomeGathering
  private var rows: [OutcomeTable.Row] = []
  /// The values that do not fit into compact rows, by outcome position.
  private var values: [Int: Result<[OutcomeValue], InputError>] = [:]
  private var assembly: OutcomeAssembly?
  private var patient = StoredPatient(number: 0, id: "")

  init(_ terms: StoredTerms) {
    self.terms = terms
    exceptions = OutcomeExceptions(terms)
    gathering = OutcomeGathering(exceptions)
  }

  deinit { gathering.deallocate() }

  /// Reads the rows of a patient, starting with the current row.
  ///
  /// - Parameters:
  ///   - parts: The patient.
  ///   - fields: The current row; afterwards the first row of the next patient.
  ///   - copy: The source of further rows.
  /// - Throws: `InputError` if rows are missing or unexpected.
  func takeRows(of parts: PatientParts, _ fields: inout Fields?, _ copy: CopyOut) throws(InputError)
  {
    patient = parts.patient
    terms.tasks = parts.taskIDs
    gathering.begin()
    (values, assembly) = ([:], nil)
    var failure: InputError?
    let expected = patient.outcomes
    rows = [OutcomeTable.Row](unsafeUninitializedCapacity: expected) { buffer, count in
      (gathering.rows, gathering.capacity) = (buffer.baseAddress, buffer.count)
      do throws(InputError) { try gather(&fields, copy) } catch { failure = error }
      gathering.close()
      count = gathering.count
    }
    if let failure { throw failure }
    guard !gathering.isBroken, rows.count == expected else {
      throw damage(rows.count, expected, "outcomes")
    }
  }

  private func gather(_ fields: inout Fields?, _ copy: CopyOut) throws(InputError) {
    while let row = fields, let key = row.int8(0), key >> 32 == patient.number {
      let cells = OutcomeCells(row)
      // Positions have no gaps, so each must equal the number of preceding rows.
      let position = gathering.count
      guard key & 0xffff_ffff == position, gathering.take(cells) else {
        throw damage(position, patient.outcomes, "outcomes")
      }
      if exceptions.crowded.last == position, let value = value(of: cells) {
        values[position] = .success([value])
      }
      fields = try copy.next()
    }
  }

  /// Returns the number of a row whose names do not fit into it.
  private func value(of cells: OutcomeCells) -> OutcomeValue? {
    guard let number = cells.number else { return nil }
    var value = OutcomeValue(.number(number))
    value.units = try? terms.name(cells.units)
    value.kind = try? terms.name(cells.kind)
    return value
  }
}

// Safe: as above; a position is looked for among the rows before one is read.
extension PatientOutcomes {
  /// Reads the listed values of the patient.
  func takeValues(_ fields: inout Fields?, _ copy: CopyOut) throws(InputError) {
    var failure: InputError?
    rows.withUnsafeMutableBufferPointer { buffer in
      (gathering.rows, gathering.capacity) = (buffer.baseAddress, buffer.count)
      do throws(InputError) {
        try gatherValues(&fields, copy, beside: buffer)
      } catch {
        failure = error
      }
      gathering.close()
    }
    if let failure { throw failure }
    guard !gathering.isBroken, gathering.valueCount == patient.listedValues else {
      throw damage(gathering.valueCount, patient.listedValues, "listed_values")
    }
  }

  private func gatherValues(
    _ fields: inout Fields?, _ copy: CopyOut,
    beside rows: UnsafeMutableBufferPointer<OutcomeTable.Row>
  ) throws(InputError) {
    /// The position of the current outcome and its values read so far.
    var (outcome, list) = (-1, Result<[OutcomeValue], InputError>.success([]))
    while let row = fields, row.int4(0) == Int32(clamping: patient.number) {
      let cells = ListedCells(row)
      if Int(cells.outcome) != outcome {
        outcome = Int(cells.outcome)
        list = values[outcome] ?? .success(number(in: rows, at: outcome))
      }
      list = appending(row, cells, to: list)
      guard gathering.take(cells) else {
        throw damage(gathering.valueCount, patient.listedValues, "listed_values")
      }
      if exceptions.crowded.last == outcome { values[outcome] = list }
      fields = try copy.next()
    }
  }

  /// Returns the number stored in the row itself, which precedes the listed values.
  private func number(
    in rows: UnsafeMutableBufferPointer<OutcomeTable.Row>, at position: Int
  ) -> [OutcomeValue] {
    guard rows.indices.contains(position), rows[position].marks.contains(.number) else { return [] }
    return OutcomeTable(rows: [rows[position]], names: exceptions.table)[0].values
  }

  private func appending(
    _ row: Fields, _ cells: ListedCells, to list: Result<[OutcomeValue], InputError>
  ) -> Result<[OutcomeValue], InputError> {
    guard case .success(let values) = list else { return list }
    let place = RowLocation(
      table: "listed_values", first: patient.number, cells.outcome, cells.position)
    guard cells.position == values.count else {
      return .failure(.damaged("a value is missing", field: place.row))
    }
    var columns = FieldColumns(row, ListedCells.columns, at: place, from: 3)
    do throws(InputError) {
      return .success(values + [try OutcomeValue(&columns, terms)])
    } catch {
      return .failure(error)
    }
  }
}

extension PatientOutcomes {
  /// Combines the rows with the values that do not fit into them.
  func assemble() {
    let number = patient.number
    var assembly = OutcomeAssembly(rows, exceptions) { position in
      RowLocation(table: "outcomes", first: number, Int64(position)).row
    }
    for position in exceptions.crowded where assembly.isSound(position) {
      switch values[position] {
      case .success(let values)?: assembly.give(values, to: position)
      case .failure(let error)?: assembly.refuse(position, error)
      case nil: break
      }
    }
    self.assembly = assembly
    rows = []
  }

  static let detailColumns = ["patient", "outcome"] + OutcomeDetails.columns

  /// Reads the ids, notes and other rare fields of the outcomes.
  func takeDetails(_ fields: inout Fields?, _ copy: CopyOut) throws(InputError) {
    var (count, last) = (0, Int64(-1))
    while let row = fields, row.int4(0) == Int32(clamping: patient.number) {
      let position = row.integer(1) ?? -1
      guard position > last else {
        throw damage(count, patient.outcomeDetails, "outcome_details")
      }
      (last, count) = (position, count + 1)
      if assembly?.isSound(Int(position)) == true { give(row, to: Int(position)) }
      fields = try copy.next()
    }
    guard count == patient.outcomeDetails else {
      throw damage(count, patient.outcomeDetails, "outcome_details")
    }
  }

  private func give(_ row: Fields, to position: Int) {
    let place = RowLocation(table: "outcome_details", first: patient.number, Int64(position))
    var columns = FieldColumns(row, PatientOutcomes.detailColumns, at: place, from: 2)
    do throws(InputError) {
      assembly?.give(try OutcomeDetails(&columns), to: position)
    } catch {
      assembly?.refuse(position, error)
    }
  }

  /// Moves the outcomes to the other parts of the record.
  func finish(_ parts: inout PatientParts) {
    guard let assembly else { return }
    parts.counts.outcomes.read += assembly.count
    parts.counts.outcomes.rejected += assembly.rejected
    parts.problems += assembly.problems
    parts.outcomes = assembly.table
    self.assembly = nil
  }

  private func damage(_ found: Int, _ expected: Int, _ table: String) -> InputError {
    .damaged("\(found) of \(expected) rows of patient '\(patient.id)' can be read", field: table)
  }
}
