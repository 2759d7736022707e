import { readImportFile } from '../../server/imports/reading/answer';
import { productionBuild } from '../support/roots';
import { useTestApp } from '../support/test-app';
import { downloadedAndReadBack } from './round-trip';

const app = useTestApp({ root: productionBuild() }, { jobs: [readImportFile] });

test.each([1, 2, 3])(
  'a catalog that is downloaded and read back unedited changes nothing (%i)',
  async (seed) => {
    const { preview, record, before, after, headings } = await downloadedAndReadBack(app, seed, 250);
    expect(headings).toMatch(/,Outer Quantity,Condition,Sell By$/);
    const drafts = before.filter(({ provisional }) => provisional).length;
    expect(preview.differences).toEqual([]);
    expect(preview.counts).toEqual({
      new: 0,
      changed: 0,
      unchanged: 250 - drafts,
      incomplete: drafts,
      refused: 0,
    });
    expect(preview.absent?.count).toBe(0);
    expect(record).toMatchObject({
      imported_status: 'imported',
      imported_count: 0,
      updated_count: 0,
      differs_count: 0,
      rejected_count: 0,
    });
    expect(after).toEqual(before);
  },
);
