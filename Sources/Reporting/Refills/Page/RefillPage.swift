/// The contents of `index.html` for the supply dispensed to a cohort.
struct RefillPage: Sendable {
  var title: String
  /// The patients and windows.
  var subtitle: String
  /// The summary in one or two sentences.
  var answer: String
  var figures: [PageFigure] = []
  /// The column titles of the table of measures.
  var titles: [String] = []
  /// The rows of the table of measures.
  var lines: [PageRow] = []
  /// The charts, in order.
  var pictures: [PagePicture] = []
  /// The column titles of the table of patients.
  var measures: [String] = []
  /// The patients with the lowest values.
  var patients: [PageRow] = []
  /// A note on the patients in the table.
  var patientNote = ""
  /// The counts of rejected data.
  var quality: [QualityLine] = []
  /// The first problems, one per line.
  var problems: [String] = []
  /// The total number of problems.
  var problemCount = 0
  /// The definitions used.
  var definitions: [PageFact] = []
  /// The files beside the page.
  var files: [PageFile] = []
}

/// A row of a table: its name, and the other columns.
struct PageRow: PageObject {
  var name: String
  var cells: [String]

  func child(named name: String) -> PageValue? {
    switch name {
    case "name": .text(self.name)
    case "cells": .list(cells.map(PageText.unbroken))
    default: nil
    }
  }
}

// Texts are passed unescaped: the templates escape them.
extension RefillPage: QualityPage {
  /// The page as self-contained HTML.
  var bytes: [UInt8] { PageTemplates.render(self, as: "refills") }

  func child(named name: String) -> PageValue? {
    switch name {
    case "title": .text(title)
    case "subtitle": .text(subtitle)
    case "answer": .text(PageText.unbroken(answer))
    case "figures": .list(figures)
    case "firstTitle": .text(titles.first ?? "")
    case "titles": .list(titles.dropFirst().map(PageText.unbroken))
    case "lines": .list(lines)
    case "pictures": .list(pictures)
    case "definitions": .list(definitions)
    case "files": .list(files)
    case "style": .text(PageTemplates.style)
    default: tableChild(named: name) ?? qualityChild(named: name)
    }
  }

  private func tableChild(named name: String) -> PageValue? {
    switch name {
    case "measures": .list(measures)
    case "patients": .list(patients)
    case "hasPatients": .truth(!patients.isEmpty)
    case "patientNote": .text(patientNote)
    default: nil
    }
  }
}
