// Measures the texts of a chart in a page, whichever renderer has drawn them: elements of SVG, or calls of a canvas.
globalThis.labels = (() => {
  // A text with the corners of its box in the window: at the upper left, and then clockwise.
  const label = (words, matrix, x, y, width, height, color) => ({
    words, color,
    corners: [[x, y], [x + width, y], [x + width, y + height], [x, y + height]].map(
      ([a, b]) => [matrix.a * a + matrix.c * b + matrix.e, matrix.b * a + matrix.d * b + matrix.f]),
  });

  // The visible texts in SVG, except the outlines behind others.
  const drawn = (root) => [...root.querySelectorAll("text:not(.halo)")]
    .filter((text) => text.textContent.trim() && text.checkVisibility({ opacityProperty: true }))
    .map((text) => {
      const { x, y, width, height } = text.getBBox();
      return label(text.textContent, text.getScreenCTM(), x, y, width, height, getComputedStyle(text).fill);
    });

  // The texts that are written on a canvas while something runs.
  const written = (run) => {
    const { prototype } = CanvasRenderingContext2D;
    const { fillText } = prototype;
    const found = [];
    prototype.fillText = function (words, x, y, ...more) {
      const [box, place] = [this.measureText(words), this.canvas.getBoundingClientRect()];
      const matrix = new DOMMatrix([1, 0, 0, 1, place.left, place.top])
        .scale(place.width / this.canvas.width).multiply(this.getTransform());
      if (String(words).trim())
        found.push(label(
          String(words), matrix, x - box.actualBoundingBoxLeft, y - box.fontBoundingBoxAscent,
          box.actualBoundingBoxLeft + box.actualBoundingBoxRight,
          box.fontBoundingBoxAscent + box.fontBoundingBoxDescent, this.fillStyle));
      return fillText.call(this, words, x, y, ...more);
    };
    try { run(); } finally { prototype.fillText = fillText; }
    return found;
  };

  const direction = ([x, y], [toX, toY]) => {
    const length = Math.hypot(toX - x, toY - y) || 1;
    return [(toX - x) / length, (toY - y) / length];
  };
  const overlap = (one, other, [x, y]) => {
    const [a, b] = [one, other].map(({ corners }) => corners.map((corner) => corner[0] * x + corner[1] * y));
    return Math.min(Math.max(...a), Math.max(...b)) - Math.max(Math.min(...a), Math.min(...b));
  };
  // Whether two texts overlap: their boxes do in the directions of the lines and of the heights of both. Lines of text
  // touch.
  const overlapping = (one, other) => [one, other].every(({ corners: [a, b, , d] }) =>
    overlap(one, other, direction(a, b)) > 1 && overlap(one, other, direction(a, d)) > 3);

  const light = (color) => {
    const parts = color[0] === "#" ? [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16))
      : color.match(/[\d.]+/g).slice(0, 3).map(Number);
    const [r, g, b] = parts.map((part) => {
      const c = part / 255;
      return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };

  // The texts that leave a frame, overlap, or have a contrast to white of less than 4.5 : 1.
  const faults = (found, frame) => found.flatMap((one, place) => {
    const [xs, ys] = [0, 1].map((axis) => one.corners.map((corner) => corner[axis]));
    const isCut = Math.min(...xs) < frame.left - 1 || Math.max(...xs) > frame.right + 1
      || Math.min(...ys) < frame.top - 1 || Math.max(...ys) > frame.bottom + 1;
    const contrast = 1.05 / (light(one.color) + 0.05);
    return [
      ...(isCut ? [`cuts '${one.words}'`] : []),
      ...(contrast < 4.5 ? [`writes '${one.words}' with a contrast of ${contrast.toFixed(2)}`] : []),
      ...found.slice(place + 1).filter((other) => overlapping(one, other))
        .map((other) => `writes '${one.words}' over '${other.words}'`),
    ];
  });
  return { drawn, written, faults };
})();
