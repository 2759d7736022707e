import type { Person } from './accounts/policy';
import type { Channel } from './cable/channel';
import { offersChannel } from './offers/channel';
import { purchaseOrdersChannel } from './orders/channel';

export const channels: readonly Channel<Person>[] = [offersChannel, purchaseOrdersChannel];
