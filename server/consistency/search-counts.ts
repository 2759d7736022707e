import type { Knex } from 'knex';
import { checkCounts } from '../search/search';
import { type CheckResult, MAX_FINDINGS } from './finding';

export async function checkSearchCounts(tx: Knex): Promise<CheckResult> {
  const differences = await checkCounts(tx);
  return {
    name: 'search-counts',
    meaning: 'A kept count of the search differs from the listings',
    remedy: 'Run npm run search:prepare -- sql, then npm run rebuild -- counts.',
    total: differences.length,
    findings: differences.slice(0, MAX_FINDINGS),
  };
}
