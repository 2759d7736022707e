import { photoFields } from '../../products/rules';
import {
  type ImportField,
  importColumns,
  isImportField,
  REASON,
  type TemplateColumn,
  templateColumns,
} from '../rules';
import { fieldLikeHeading, isItemDescription } from './heading-synonyms';
import { UnreadableFile } from './records';

/** A photo heading without a number; it may repeat. */
const ANY_PHOTO = 'Photo URL';

export type Mapping = readonly (ImportField | null)[];

const byHeading = new Map(importColumns.map(({ heading, field }) => [heading, field]));

const nextPhoto = (fields: Iterable<ImportField | null>) => {
  const used = new Set(fields);
  return photoFields.find((field) => !used.has(field)) ?? null;
};

export function missingHeadings(mapping: Mapping): string[] {
  const found = new Set(mapping);
  const hasPhoto = photoFields.some((field) => found.has(field));
  return templateColumns
    .filter(({ field, required }: TemplateColumn) =>
      field === 'photo_1' ? !hasPhoto : required && !found.has(field),
    )
    .map(({ heading }) => heading);
}

/** Accepts only the template's headings (docs/rules.md#import). Throws UnreadableFile. */
export function readHeadings(headings: readonly string[]): { mapping: Mapping; unknown: string[] } {
  const fields = headings.map((heading) => byHeading.get(heading) ?? null);
  refuseDuplicates(headings, fields);
  const mapping = [...fields];
  headings.forEach((heading, at) => {
    if (heading === ANY_PHOTO) mapping[at] = nextPhoto(mapping);
  });
  refuseMissing(missingHeadings(mapping));
  const unknown = headings.filter(
    (heading, at) => mapping[at] === null && heading !== '' && heading !== REASON,
  );
  return { mapping, unknown };
}

function refuseDuplicates(headings: readonly string[], fields: readonly (ImportField | null)[]) {
  const duplicate = fields.find((field, at) => field !== null && fields.indexOf(field) !== at);
  if (!duplicate) return;
  const heading = headings[fields.indexOf(duplicate)];
  throw new UnreadableFile(`The column “${heading}” appears twice. Remove one of them.`);
}

function refuseMissing(missing: readonly string[]) {
  if (missing.length === 0) return;
  const list = missing.map((heading) => `“${heading}”`).join(', ');
  throw new UnreadableFile(
    `The column${missing.length > 1 ? 's' : ''} ${list} ${missing.length > 1 ? 'are' : 'is'} missing. Headings must match the template exactly.`,
  );
}

export interface MatchedHeading {
  field: ImportField | null;
  by: 'heading' | 'remembered' | 'likeness' | null;
}

/** Matches headings by the template, then by the seller's earlier choices, then by synonyms. */
export function matchHeadings(
  headings: readonly string[],
  sellerChoices: ReadonlyMap<string, string>,
): MatchedHeading[] {
  const columns: MatchedHeading[] = headings.map((): MatchedHeading => ({ field: null, by: null }));
  const used = new Set<ImportField>();
  const match = (
    by: NonNullable<MatchedHeading['by']>,
    find: (heading: string) => string | null | undefined,
  ) => {
    headings.forEach((heading, at) => {
      if (columns[at]?.field) return;
      const field = find(heading);
      if (!field || !isImportField(field) || used.has(field)) return;
      used.add(field);
      columns[at] = { field, by };
    });
  };
  match('heading', (heading) => byHeading.get(heading));
  match('heading', (heading) => (heading === ANY_PHOTO ? nextPhoto(used) : null));
  match('remembered', (heading) => sellerChoices.get(heading));
  match('likeness', fieldLikeHeading);
  const described = used.has('name') ? 'description' : 'name';
  match('likeness', (heading) => (isItemDescription(heading) ? described : null));
  return columns;
}

/** How many of the cells are known headings; 0 unless they make a header: UPC and name, or one of them and two more. */
export function countKnownHeadings(cells: readonly string[]): number {
  const columns = matchHeadings(
    cells.map((cell) => cell.trim()),
    new Map(),
  );
  const fields = columns.flatMap(({ field }) => field ?? []);
  const identifying = fields.filter((field) => field === 'upc' || field === 'name').length;
  return identifying === 2 || (identifying === 1 && fields.length >= 3) ? fields.length : 0;
}
