import type { Seller } from '../accounts/policy';
import type { Services } from '../services';
import { importState, previewState } from './serializer';

export const ownPreview = ({ seller_id }: Seller, { id }: { id: number }, { db }: Pick<Services, 'db'>) =>
  db('import_previews')
    .where({ id, seller_id })
    .first(...previewState);

export const ownImport = ({ seller_id }: Seller, { id }: { id: number }, { db }: Pick<Services, 'db'>) =>
  db('imported_csvs')
    .where({ id, seller_id })
    .first(...importState);
