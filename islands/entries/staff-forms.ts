import './work-pages';
import { releaseNotes } from '../../server/notices/contract';
import { sellerCuration } from '../../server/sellers/curation-contract';
import ReleaseNotes from '../release-notes';
import { fill } from '../runtime/registry';
import SellerCuration from '../seller-curation';

export const islands = [fill(releaseNotes, ReleaseNotes), fill(sellerCuration, SellerCuration)];
