import CArrow
import Diagnostics
import Scheduling

/// A batch of rows imported from a producer, which is released once, on the thread of the last
/// reference.
///
/// Nothing is copied: the columns point into the producer's memory and must not outlive the batch.
///
/// Safe: no one writes to it after the transfer of ownership; the interface allows any thread to
/// release it, which happens once.
final class ArrowBatch: @unchecked Sendable {
  /// The requested columns in the order of the table.
  let columns: [ArrowColumn]
  let count: Int
  private var array: ArrowArray

  /// Takes ownership of an array of a struct type.
  ///
  /// - Throws: `InputError` if it does not match its schema; the array is released then.
  init(
    taking array: ArrowArray, _ field: ArrowField, _ places: [ArrowTable.Place],
    _ pool: DictionaryPool, isWanted: (ArrowField) -> Bool
  ) throws(InputError) {
    var array = array
    do throws(InputError) {
      let batch = try ArrowColumn(array, field, pool, isWanted: isWanted)
      columns = places.map { place in
        place.isNested
          ? batch.children[place.column].children[place.member] : batch.children[place.column]
      }
      count = batch.count
    } catch {
      array.release?(&array)
      throw error
    }
    self.array = array
  }

  deinit { array.release?(&array) }
}
