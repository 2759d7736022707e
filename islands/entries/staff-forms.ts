import '../page/shared';
import './work-pages';
import { personSpot } from '../../server/accounts/person-contract';
import { releaseNotes } from '../../server/notices/contract';
import { categoryCuration, curatedSellerProducts, topSellers } from '../../server/products/tags/contract';
import { sellerCuration } from '../../server/sellers/curation-contract';
import { fill } from '../browser/island';
import CategoryCuration from '../category-curation';
import CuratedSellerProducts from '../curated-seller-products';
import Person from '../person';
import ReleaseNotes from '../release-notes';
import SellerCuration from '../seller-curation';
import TopSellers from '../top-sellers';

export const islands = [
  fill(releaseNotes, ReleaseNotes),
  fill(sellerCuration, SellerCuration),
  fill(personSpot, Person),
  fill(topSellers, TopSellers),
  fill(categoryCuration, CategoryCuration),
  fill(curatedSellerProducts, CuratedSellerProducts),
];
