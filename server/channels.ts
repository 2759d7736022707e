import type { Person } from './accounts/policy';
import type { Channel } from './cable/channel';
import { offersChannel } from './offers/channel';
import { purchaseOrdersChannel } from './orders/channel';

/** Every channel that a socket may subscribe to; Turbo's own is the kit's. */
export const channels: readonly Channel<Person>[] = [offersChannel, purchaseOrdersChannel];
