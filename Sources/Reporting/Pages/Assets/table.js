"use strict";
// Adds fields that filter the table of patients, and makes the names of columns buttons that sort. Without it the table is
// complete, in the order of urgency.
const table = document.querySelector("table.patients");
const body = table.tBodies[0];
const rows = [...body.rows];
const heads = [...table.tHead.rows[0].cells];
const collator = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

function text(row, column) {
  return row.cells[column].textContent.trim().replace(/\s+/g, " ");
}

function key(row, column, kind) {
  if (kind === "order") return rows.indexOf(row);
  const value = text(row, column);
  if (value === "" || value.startsWith("–")) return null;
  return kind === "number" ? parseFloat(value) : value;
}

function compare(a, b) {
  if (a === null || b === null) return 0;
  return typeof a === "number" ? a - b : collator.compare(a, b);
}

function sort(head, column, kind) {
  const isDown = head.getAttribute("aria-sort") === "ascending";
  for (const other of heads) other.removeAttribute("aria-sort");
  head.setAttribute("aria-sort", isDown ? "descending" : "ascending");
  const keyed = rows.map((row) => [key(row, column, kind), row]);
  // Missing values are last in both directions.
  keyed.sort(([a], [b]) => (a === null) - (b === null) || (isDown ? compare(b, a) : compare(a, b)));
  body.append(...keyed.map(([, row]) => row));
}

for (const [column, head] of heads.entries()) {
  if (head.dataset.sort === "no") continue;
  const kind = head.dataset.sort ?? (head.classList.contains("n") ? "number" : "text");
  const button = document.createElement("button");
  button.type = "button";
  button.append(...head.childNodes);
  head.append(button);
  button.addEventListener("click", () => sort(head, column, kind));
  if (kind === "order") head.setAttribute("aria-sort", "ascending");
}
table.querySelector(".js").hidden = false;

// The values of a column to choose from: each flag of a cell, or the text of the whole cell.
function values(row, column) {
  const flags = [...row.cells[column].querySelectorAll(".flag")];
  const texts = flags.length > 0 ? flags.map((flag) => flag.lastChild.textContent.trim()) : [text(row, column)];
  return texts.filter((value) => value !== "");
}

const bar = document.createElement("div");
bar.className = "filters js";

function field(label, input) {
  const element = document.createElement("label");
  element.append(label + " ", input);
  bar.append(element);
  input.addEventListener("input", filter);
  return input;
}

const search = field("Search", document.createElement("input"));
search.type = "search";
const choices = [];
for (const [column, head] of heads.entries()) {
  if (head.dataset.filter === undefined) continue;
  const all = [...new Set(rows.flatMap((row) => values(row, column)))].sort(collator.compare);
  if (all.length < 2) continue;
  const select = document.createElement("select");
  select.append(new Option("all", ""), ...all.map((value) => new Option(value, value)));
  choices.push([column, field(head.dataset.filter, select)]);
}
const count = document.createElement("output");
const download = document.createElement("button");
download.type = "button";
download.textContent = "Download these rows";
download.addEventListener("click", save);
bar.append(count, download);
table.parentNode.before(bar);

function isShown(row) {
  const isChosen = ([column, select]) => select.value === "" || values(row, column).includes(select.value);
  const words = search.value.toLocaleLowerCase().split(/\s+/);
  const content = row.textContent.toLocaleLowerCase();
  return choices.every(isChosen) && words.every((word) => content.includes(word));
}

function filter() {
  for (const row of rows) row.hidden = !isShown(row);
  const shown = rows.filter((row) => !row.hidden).length;
  count.textContent = shown === rows.length ? "" : `${shown} of ${rows.length} patients`;
}

// A field in quotes; an apostrophe keeps spreadsheets from evaluating it, as in the report's files.
function quoted(value) {
  return `"${(/^'*[=+\-@]/.test(value) ? "'" + value : value).replaceAll('"', '""')}"`;
}

function save() {
  const columns = [...heads.keys()].filter((column) => heads[column].dataset.text !== "no");
  const lines = [columns.map((column) => quoted(heads[column].textContent.trim()))];
  for (const row of body.rows) {
    if (!row.hidden) lines.push(columns.map((column) => quoted(values(row, column).join("; "))));
  }
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([lines.map((line) => line.join(",") + "\r\n").join("")], { type: "text/csv" }));
  link.download = "patients.csv";
  link.click();
  URL.revokeObjectURL(link.href);
}
