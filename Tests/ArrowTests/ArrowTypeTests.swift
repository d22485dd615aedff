import Testing

@testable import Arrow

@Suite struct ArrowTypeTests {
  @Test(arguments: [
    ("n", "null"), ("b", "bool"), ("c", "int8"), ("C", "uint8"), ("s", "int16"), ("S", "uint16"),
    ("i", "int32"), ("I", "uint32"), ("l", "int64"), ("L", "uint64"), ("e", "float16"),
    ("f", "float32"), ("g", "float64"), ("u", "string"), ("U", "large_string"),
    ("vu", "string_view"), ("z", "binary"), ("Z", "large_binary"), ("vz", "binary_view"),
    ("w:16", "fixed_size_binary"), ("d:19,10", "decimal128(19, 10)"),
    ("d:40,2,256", "decimal256(40, 2)"), ("tdD", "date32"), ("tdm", "date64"),
    ("tts", "time[s]"), ("ttn", "time[ns]"), ("tss:", "timestamp[s]"),
    ("tsm:UTC", "timestamp[ms, UTC]"), ("tsu:+01:00", "timestamp[us, +01:00]"),
    ("tsn:Europe/Berlin", "timestamp[ns, Europe/Berlin]"), ("tDs", "duration[s]"),
    ("tDu", "duration[us]"), ("tiM", "interval"), ("+l", "list"), ("+L", "list"), ("+vl", "list"),
    ("+w:3", "fixed_size_list"), ("+s", "struct"), ("+m", "map"), ("+ud:0,1", "union"),
    ("+us:0", "union"), ("+r", "run_end_encoded"),
  ])
  func formatHasName(_ format: String, _ name: String) {
    #expect(ArrowType(format: format)?.name == name)
  }

  @Test(arguments: [
    "", "x", "ts", "tsu", "tsx:", "d:", "d:a,b", "d:1", "d:1,2,7", "d:5,1000", "w:", "w:-1", "+w:x",
    "uu", "+", "td",
  ])
  func unknownFormatIsAnError(_ format: String) {
    #expect(ArrowType(format: format) == nil)
  }
}
