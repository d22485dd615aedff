"use strict";
// Makes the names of columns buttons that sort. Without it the table stands in the order of urgency.
const table = document.querySelector("table.patients");
const body = table.tBodies[0];
const rows = [...body.rows];
const collator = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

function key(row, column, kind) {
  const text = row.cells[column].textContent.trim();
  if (kind === "order") return rows.indexOf(row);
  if (text === "" || text.startsWith("–")) return null;
  return kind === "number" ? parseFloat(text) : text;
}

function compare(a, b) {
  if (a === null || b === null) return 0;
  return typeof a === "number" ? a - b : collator.compare(a, b);
}

function sort(head, column, kind) {
  const isDown = head.getAttribute("aria-sort") === "ascending";
  for (const other of head.parentNode.cells) other.removeAttribute("aria-sort");
  head.setAttribute("aria-sort", isDown ? "descending" : "ascending");
  const keyed = rows.map((row) => [key(row, column, kind), row]);
  // What is missing stays at the end in both directions.
  keyed.sort(([a], [b]) => (a === null) - (b === null) || (isDown ? compare(b, a) : compare(a, b)));
  body.append(...keyed.map(([, row]) => row));
}

for (const [column, head] of [...table.tHead.rows[0].cells].entries()) {
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
