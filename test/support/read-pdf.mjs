// Reads the PDF on stdin; writes JSON: what a reader of the document sees, page by page, and what it says of itself.
import { buffer } from 'node:stream/consumers';
import { getDocumentProxy } from 'unpdf';

/** Parts of a word that are in two fonts touch. */
const joined = (parts) =>
  parts
    .sort((a, b) => a.x - b.x)
    .reduce(
      ({ text, end }, { x, str, width }) => ({ text: text + (x - end > 1 ? ' ' : '') + str, end: x + width }),
      {
        text: '',
        end: Infinity,
      },
    ).text;

/** Items of one height are a line, from left to right. */
function linesOf(items) {
  const lines = new Map();
  for (const { str, width, transform } of items.filter(({ str }) => str.trim() !== '')) {
    const y = Math.round(transform[5]);
    lines.set(y, [...(lines.get(y) ?? []), { x: transform[4], str, width }]);
  }
  return [...lines].sort(([a], [b]) => b - a).map(([, parts]) => joined(parts));
}

function rolesOf(node, roles = []) {
  if (node?.role) roles.push(node.role);
  for (const child of node?.children ?? []) rolesOf(child, roles);
  return roles;
}

const pdf = await getDocumentProxy(new Uint8Array(await buffer(process.stdin)));
const pages = [];
for (let number = 1; number <= pdf.numPages; number++) {
  const page = await pdf.getPage(number);
  const { items } = await page.getTextContent();
  pages.push({
    lines: linesOf(items),
    width: page.view[2],
    height: page.view[3],
    furthest: Math.max(...items.map(({ transform, width }) => transform[4] + width)),
    roles: rolesOf(await page.getStructTree()),
  });
}
const { info } = await pdf.getMetadata();
process.stdout.write(JSON.stringify({ pages, info, marked: (await pdf.getMarkInfo())?.Marked === true }));
