import { readImportFile } from '../../server/imports/reading/answer';
import { productionBuild } from '../support/roots';
import { useTestApp } from '../support/test-app';
import { downloadedAndReadBack } from './round-trip';

vi.setConfig({ testTimeout: 300_000 });

const app = useTestApp({ root: productionBuild() }, { jobs: [readImportFile] });

test.each([11, 12, 13, 14, 15])(
  'of 20,000 products that are downloaded and read back none changes, differs or is refused (%i)',
  async (seed) => {
    const { preview, record, before, after } = await downloadedAndReadBack(app, seed, 4_000);
    expect(preview).toMatchObject({
      differs_count: 0,
      counts: { new: 0, changed: 0, refused: 0 },
      absent: { count: 0 },
    });
    expect(record).toMatchObject({ imported_status: 'imported', updated_count: 0, differs_count: 0 });
    expect(after).toEqual(before);
  },
);
