/** `public/brand/logo.svg`: four lots, one of them taken. */
const SQUARES =
  'M8.5 6.5h4a2 2 0 0 1 2 2v4a2 2 0 0 1-2 2h-4a2 2 0 0 1-2-2v-4a2 2 0 0 1 2-2Z' +
  'm0 11h4a2 2 0 0 1 2 2v4a2 2 0 0 1-2 2h-4a2 2 0 0 1-2-2v-4a2 2 0 0 1 2-2Z' +
  'm11 0h4a2 2 0 0 1 2 2v4a2 2 0 0 1-2 2h-4a2 2 0 0 1-2-2v-4a2 2 0 0 1 2-2Z';

export function drawLogo(doc: PDFKit.PDFDocument, x: number, y: number, size: number) {
  doc
    .save()
    .translate(x, y)
    .scale(size / 32);
  doc.roundedRect(0, 0, 32, 32, 8).fill('#2346d4');
  doc.path(SQUARES).fill('#ffffff');
  doc.circle(21.5, 10.5, 4.5).fill('#f2b430');
  doc.restore();
}
