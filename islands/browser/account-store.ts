import { shownUserId } from './api';
import { sessionIsChanging } from './session-change';
import { readTab, tabNames, writeTab } from './store';

const PREFIX = 'account ';

const ownPrefix = () => `${PREFIX}${shownUserId() ?? 'visitor'} `;

/** A value that this tab keeps for the signed-in account, over reloads and an expired session. */
export const readAccountValue = <Value>(name: string) => readTab<Value>(ownPrefix() + name);

/** null removes the value. During a sign-out nothing is kept, as it would outlive the sign-out. */
export function writeAccountValue(name: string, value: unknown) {
  if (value === null || !sessionIsChanging()) writeTab(ownPrefix() + name, value);
}

function clear(isCleared: (key: string) => boolean) {
  for (const key of tabNames()) if (key.startsWith(PREFIX) && isCleared(key)) writeTab(key, null);
}

/** For a sign-out: another person may use the tab next. */
export const clearAccountValues = () => clear(() => true);

/** Removes what another account left. A signed-out page keeps it for the person whose session expired. */
export function clearOtherAccounts() {
  if (shownUserId() !== undefined) clear((key) => !key.startsWith(ownPrefix()));
}
