import { limitsText } from '../../server/accounts/company/rules';
import type { SpendingLimits } from '../../server/accounts/contract';

/** For narrow cells: breaks between the limits, or else below their amounts. */
export const limitsCell = (limits: SpendingLimits) =>
  limitsText(limits)
    .split(', ')
    .map((limit) => limit.replace('per ', 'per\u00a0').replace('30 ', '30\u00a0'))
    .join(', ');
