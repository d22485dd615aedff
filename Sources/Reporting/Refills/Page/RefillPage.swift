import Charts

/// The contents of `index.html` for the supply dispensed to a cohort.
struct RefillPage: Sendable {
  var overview: PageOverview
  /// The column titles of the table of measures.
  var titles: [String] = []
  /// The rows of the table of measures.
  var lines: [PageRow] = []
  /// The column titles of the table of patients.
  var measures: [String] = []
  /// The patients with the lowest values.
  var patients: [PageRow] = []
  /// A note on the patients in the table.
  var patientNote = ""
}

/// A row of a table: its name, and the other columns.
struct PageRow: Sendable {
  var name: String
  var cells: [String]
}

extension RefillPage {
  /// The page as self-contained HTML.
  var bytes: [UInt8] {
    let measures = LinkedSection(id: "measures", heading: "Measures", content: writeMeasures)
    let patients = LinkedSection(id: "patients", heading: "Patients", content: writePatients)
    return HTMLDocument(title: overview.title).bytes(
      overview, measures, self.patients.isEmpty ? nil : patients,
      footer: "The same numbers as files: ")
  }

  private func writeMeasures(to html: inout MarkupWriter) {
    html.table(
      labelledBy: "measures-h", hiddenCaption: "What the values of each measure come to",
      columns: titles.prefix(1).map { PageColumn(.text($0)) }
        + titles.dropFirst().map { .number(.text(PageText.unbroken($0))) }
    ) { html in
      for line in lines {
        html.row(line.name, isIsolated: false) { html in
          for cell in line.cells {
            html.element("td", ["class": "n"]) { $0.isolated(PageText.unbroken(cell)) }
          }
        }
      }
    }
  }

  private func writePatients(to html: inout MarkupWriter) {
    html.line("p", text: patientNote)
    html.table(
      labelledBy: "patients-h", hiddenCaption: "The patients with the lowest values",
      columns: ["Patient"] + measures.map { .number(.text($0)) }
        + [.number("Fills"), .number("Last fill")]
    ) { html in
      for patient in patients {
        html.row(patient.name) { html in
          for cell in patient.cells { html.cell(PageText.unbroken(cell), class: "n") }
        }
      }
    }
  }
}
