package import AdherenceAnalytics
package import Diagnostics
import Scheduling

extension OutcomeValue {
  /// Reads `number, boolean, text, date, data, units, kind`; exactly one of the first five is set.
  package init(_ row: inout some RowColumns, _ terms: StoredTerms) throws(InputError) {
    let number = try row.number()
    let boolean = try row.truth()
    let text = try row.text()
    let date = try row.moment()
    let data = try row.bytes()
    let contents: [Content?] = [
      number.map(Content.number), boolean.map(Content.boolean), text.map(Content.text),
      date.map(Content.date), data.map(Content.data),
    ]
    let content: Content = try row.require(contents.compactMap(\.self).first)
    self.init(content)
    if let units = try row.integer() {
      self.units = try row.reference { () throws(InputError) in try terms.name(units) }
    }
    if let kind = try row.integer() {
      self.kind = try row.reference { () throws(InputError) in try terms.name(kind) }
    }
  }
}
