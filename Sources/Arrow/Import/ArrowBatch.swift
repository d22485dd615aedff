import CArrow
import Scheduling

/// A batch of rows, taken over from its producer: it is released once, when nobody has it any more, on whichever
/// thread that is.
///
/// Nothing is copied: the columns point into the producer's memory, and whoever has them keeps the batch.
///
/// Safe: nobody writes to it once it is taken over; the interface allows any thread to release it, which
/// happens once.
final class ArrowBatch: @unchecked Sendable {
  /// The columns that are wanted, in the order of the table's.
  let columns: [ArrowColumn]
  let count: Int
  private var array: ArrowArray

  /// Takes over an array of a struct type.
  ///
  /// - Throws: `InputError` where it is not what its schema says; it is released then.
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
