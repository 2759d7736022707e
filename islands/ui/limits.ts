import { limitsText } from '../../server/accounts/company/rules';
import type { SpendingLimits } from '../../server/accounts/contract';

/** For narrow cells: breaks between the limits alone. */
export const limitsCell = (limits: SpendingLimits) =>
  limitsText(limits)
    .split(', ')
    .map((limit) => limit.replaceAll(' ', '\u00a0'))
    .join(', ');
