import { merge } from '../../server/imports/merge';
import { matchHeadings, readHeadings } from '../../server/imports/parsing/header-mapping';
import { readRow } from '../../server/imports/parsing/row';
import { textOf } from '../../server/imports/problem-texts';
import { type importFields, templateColumns } from '../../server/imports/rules';
import { useTestApp } from '../support/test-app';

const app = useTestApp();
const HEADINGS = templateColumns.map(({ heading }) => heading);

const mergedOf = (cells: Record<string, string>) => {
  const all: Record<string, string> = { upc: '012345678905', name: 'Mug', ...cells };
  const fields = Object.keys(all) as typeof importFields;
  return merge(null, readRow({ line: 2, cells: fields.map((field) => all[field] ?? '') }, fields));
};

describe('The column Sell By', () => {
  test('is read beside the template, which stays as it is', async () => {
    expect(readHeadings([...HEADINGS, 'Sell By']).mapping.at(-1)).toBe('sell_by');
    expect(readHeadings([...HEADINGS, 'Sell By']).unknown).toEqual([]);
    expect(matchHeadings(['Sold by'], new Map())[0]).toMatchObject({ field: 'sell_by', by: 'likeness' });
    const template = await (await fetch(`${app.origin}/csv_template.csv`)).text();
    expect(template).not.toContain('Sell By');
    const page = await (await fetch(`${app.origin}/csv_instructions`)).text();
    expect(page).toContain('More columns');
    expect(page).toContain('Sell By');
  });

  test.each([
    ['Outer case', 'outer'],
    ['INNER', 'inner'],
    ['unit', undefined],
  ])('reads %s', (cell, value) => {
    expect(
      mergedOf({ inner_quantity: '6', inner_count: '4', outer_quantity: '24', sell_by: cell }).input.sell_by,
    ).toBe(value);
  });

  test.each([
    ['a case without its quantity', { sell_by: 'Outer case' }, 'Enter the quantity per case first.'],
    ['another word', { sell_by: 'pallet' }, 'Enter Unit, Inner case or Outer case'],
  ])('leaves out %s with a warning', (_name, cells, message) => {
    const { input, warnings } = mergedOf(cells);
    expect(input.sell_by).toBeUndefined();
    expect(warnings.map(({ field, problem }) => [field, textOf(problem)])).toEqual([['sell_by', message]]);
  });
});
