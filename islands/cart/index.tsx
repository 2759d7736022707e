import { useState } from 'react';
import type { PropsOf } from '../../server/contract/island';
import { type cart, IN_CART } from '../../server/offers/cart/contract';
import { type AcceptFailure, listOffers, type OffersDocument } from '../../server/offers/contract';
import { useAddressBook } from '../addresses/use-address-book';
import { call } from '../browser/api';
import { useUnsaved } from '../browser/navigation';
import { useChannel } from '../live/cable';
import { ConnectionStatus } from '../live/connection-status';
import { type Steady, SteadyRegion, useSteadyList } from '../live/steady/list';
import { useAcceptFailure } from '../offers/accept-failure';
import { OrderLimit } from '../offers/approval';
import { useDecisions } from '../offers/use-decisions';
import { Button } from '../ui/button';
import { Empty } from '../ui/empty';
import { Failed, Notice, Skeleton, usePreloaded } from '../ui/feedback';
import { type CartItem, entriesOf, SAVED } from './cart-rows';
import { PaymentWindow, usePlacedOrder } from './placed-order';
import { usePriceChanges } from './price-changes';
import { RemovedLine } from './RemovedLine';
import { SavedForLater } from './SavedForLater';
import { SellerOffer } from './SellerOffer';
import { ShipToAddresses } from './ship-to';
import { type Drafts, useDrafts } from './use-drafts';
import { blocksOf, useRemovals } from './use-removals';

export default function Cart(props: PropsOf<typeof cart>) {
  const [document, refetch, { failed }] = usePreloaded(props.offers, () =>
    call(listOffers, {}, undefined, IN_CART),
  );
  const book = useAddressBook(props.addresses);
  const drafts = useDrafts();
  const list = useSteadyList({ source: document, entries: entriesOf(document), isPinned: drafts.has });
  useChannel('OffersChannel', refetch);
  useDecisions((document?.data ?? []).flatMap(({ attributes }) => attributes.approval ?? []));

  if (document)
    return (
      <PaymentWindow value={props.unpaidOrderHours ?? null}>
        <OrderLimit value={props.orderLimit ?? null}>
          <ShipToAddresses value={{ book, company: props.company }}>
            {props.readOnly && (
              <Notice>Your role can't change the cart. Ask an owner of {props.company}.</Notice>
            )}
            <fieldset className="cart-fields" disabled={props.readOnly}>
              <LoadedCart document={document} list={list} drafts={drafts} refetch={refetch} />
            </fieldset>
          </ShipToAddresses>
        </OrderLimit>
      </PaymentWindow>
    );
  return failed ? (
    <Failed onRetry={refetch}>Your cart could not be loaded.</Failed>
  ) : (
    <Skeleton shape="rows" />
  );
}

interface LoadedCartProps {
  document: OffersDocument;
  list: Steady<CartItem>;
  drafts: Drafts;
  refetch: () => Promise<unknown>;
}

function LoadedCart({ document, list, drafts, refetch }: LoadedCartProps) {
  const { isBusy, run } = useCartAction(list, refetch);
  useUnsaved(drafts.isDirty && !isBusy);
  const acceptFailure = useAcceptFailure({ side: 'buyer', refetch });
  const news = usePriceChanges();
  const shownKeys = new Set(list.rows.map(({ key }) => key));
  const hidden = entriesOf(document).filter(({ key }) => !shownKeys.has(key));
  const { removals, add, forget } = useRemovals(list.rows, hidden);
  const removedFrom = (id: string) => removals.filter(({ place }) => place === id);
  const offers = blocksOf(list.rows, removals);
  const saved = list.rows.filter(({ place }) => place === SAVED);
  const hasSaved = saved.length > 0 || removedFrom(SAVED).length > 0;
  const showFailure = (failure: AcceptFailure) => {
    const cut = new Set(failure.cancelled_products.map(({ id }) => id));
    for (const row of list.rows) if (cut.has(row.item.line.attributes.product.id)) drafts.adopt(row);
    acceptFailure.show(failure);
  };
  const isEmpty = offers.every(({ rows }) => rows.length === 0);
  const context = { list, news, run, onRemoved: add, onForget: forget };

  return (
    <>
      <ConnectionStatus />
      <SteadyRegion list={list} noun="product">
        {offers.map(({ id, rows }) =>
          rows.length > 0 ? (
            <SellerOffer
              {...context}
              key={id}
              rows={rows}
              removals={removedFrom(id)}
              hidden={hidden.filter(({ place }) => place === id).length}
              drafts={drafts}
              isBusy={isBusy}
              onAcceptFailure={showFailure}
            />
          ) : (
            <ul key={id} className="cart-seller cart-lines">
              {removedFrom(id).map((one) => (
                <RemovedLine key={one.line.id} removal={one} run={run} onForget={forget} />
              ))}
            </ul>
          ),
        )}
        {isEmpty && <EmptyCart />}
        {(!isEmpty || hasSaved) && (
          <SavedForLater {...context} rows={saved} removals={removedFrom(SAVED)} busy={isBusy} />
        )}
      </SteadyRegion>
      {acceptFailure.dialog}
    </>
  );
}

/** Runs one action at a time, then reloads the cart; its results are shown at once. */
function useCartAction(list: Steady<CartItem>, refetch: () => Promise<unknown>) {
  const [isBusy, setBusy] = useState(false);
  const run = (act: () => Promise<unknown>) =>
    list.act(null, async () => {
      setBusy(true);
      try {
        await act();
      } finally {
        await refetch();
        setBusy(false);
      }
    });
  return { isBusy, run };
}

function EmptyCart() {
  const order = usePlacedOrder();
  const isUnpaid = order?.can_pay === true;
  return (
    <Empty
      icon="cart"
      title="Your cart is empty."
      action={
        <>
          {order && (
            <Button tone="primary" href={`/my_orders?order=${order.id}`}>
              {isUnpaid ? 'Pay Order' : 'View Order'}
            </Button>
          )}
          <Button tone={order ? undefined : 'primary'} href="/all_products">
            All Products
          </Button>
          {!order && <Button href="/my_offers">My Offers</Button>}
        </>
      }
    >
      {order
        ? `Your order ${order.po_number} from ${order.seller_name} was placed${isUnpaid ? ' and is waiting for your payment' : ''}.`
        : 'Add products to buy now or negotiate. Products from one seller are sent as one offer.'}
    </Empty>
  );
}
