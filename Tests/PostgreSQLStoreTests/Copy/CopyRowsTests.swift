import Testing
@testable import PostgreSQLStore

@Suite struct CopyRowsTests {
  @Test func countsRows() {
    var rows = CopyRows()
    rows.begin(fields: 1)
    rows.put(int4: 1)
    #expect(rows.count == 1 && rows.byteCount == 10)
  }
}
