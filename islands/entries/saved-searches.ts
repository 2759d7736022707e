import '../page/shared';
import { savedSearches } from '../../server/sourcing/saved-search-contract';
import { fill } from '../browser/island';
import SavedSearches from '../saved-searches';

export const islands = [fill(savedSearches, SavedSearches)];
