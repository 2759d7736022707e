import type { PropsOf } from '../../server/contract/island';
import { STAFF_ROWS_PER_PAGE } from '../../server/contract/limits';
import {
  type AdminPurchaseOrders,
  listAllPurchaseOrders,
  type managePurchaseOrders,
} from '../../server/orders/staff/contract';
import { call } from '../browser/api';
import { useChannel } from '../live/cable';
import { ListPage } from '../ui/lists/list-page';
import { useList } from '../ui/lists/use-list';
import { Filters, isFiltered } from './Filters';
import { Orders } from './Orders';

const DEFAULTS = { page: 1, status: '', query: '', from: '', to: '', sort: '', order: 0 };
type OrderFilter = typeof DEFAULTS;

export default function ManagePurchaseOrders({ data, meta, ...given }: PropsOf<typeof managePurchaseOrders>) {
  const source = useList<OrderFilter, AdminPurchaseOrders>({
    path: '/admin/purchase_orders',
    usual: DEFAULTS,
    given,
    list: data && meta && { data, meta },
    load: ({ order: _opened, ...filter }) =>
      call(listAllPurchaseOrders, {}, undefined, { ...filter, per: STAFF_ROWS_PER_PAGE }),
  });
  const { asked, ask, refetch } = source;
  useChannel('PurchaseOrdersChannel', refetch);
  return (
    <ListPage
      source={source}
      failure="The orders could not be loaded."
      totalOf={(list) => list.meta.total}
      newest={asked.sort === ''}
      tools={(list) => <Filters asked={asked} onAsk={ask} meta={list.meta} />}
    >
      {(list) => (
        <Orders
          list={list}
          scope={JSON.stringify({ ...asked, order: 0 })}
          isFiltered={isFiltered(asked)}
          busy={source.busy}
          onChange={refetch}
          opened={asked.order}
          onOpen={(order) => source.choose({ order })}
          onClose={() => source.adjust({ order: 0 })}
        />
      )}
    </ListPage>
  );
}
