import '../page/shared';
import { favorites } from '../../server/sourcing/contract';
import { savedSearches } from '../../server/sourcing/saved-search-contract';
import { fill } from '../browser/island';
import Favorites from '../favorites';
import SavedSearches from '../saved-searches';

export const islands = [fill(savedSearches, SavedSearches), fill(favorites, Favorites)];
