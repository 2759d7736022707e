import { useState } from 'react';
import type { PropsOf } from '../../server/contract/island';
import type { myOffers, OfferDocument, OffersDocument } from '../../server/offers/contract';
import type { Side } from '../../server/offers/rules';
import { notify } from '../browser/alerts';
import { visit } from '../browser/navigation';
import { useChannel } from '../live/cable';
import { ConnectionStatus } from '../live/connection-status';
import { type Steady, SteadyRegion, useSteadyList } from '../live/steady/list';
import { useAcceptFailure } from '../offers/accept-failure';
import { NoMatches } from '../own-search/NoMatches';
import { Button } from '../ui/button';
import { Empty } from '../ui/empty';
import { Failed, Notice, Skeleton, usePreloaded } from '../ui/feedback';
import { Pagination } from '../ui/page-turner';
import { LateDesk } from './desk/LateDesk';
import { useSelection } from './desk/selection';
import { DraftAnswersContext, useDraftAnswers } from './draft-answers';
import { useNow } from './Expiry';
import { OfferCard } from './OfferCard';
import { EmptyTab, OfferTabs, TAB_LABELS } from './OfferTabs';
import { entriesOf, loadOffers, type OfferItem, withLinked } from './offer-rows';
import { useView } from './use-view';

export default function MyOffers(props: PropsOf<typeof myOffers>) {
  const { side = 'buyer', page = 1, more = false, linked = null, search = null } = props;
  const [atFirst] = useState(() => withLinked(props.offers, linked));
  const [document, refetch, { failed }] = usePreloaded(atFirst, () =>
    loadOffers(page, linked, search?.given),
  );
  const draftAnswers = useDraftAnswers();
  const entries = entriesOf(document);
  const list = useSteadyList({ source: document, entries });
  useChannel('OffersChannel', refetch);

  if (!document)
    return failed ? (
      <Failed onRetry={refetch}>Your offers could not be loaded.</Failed>
    ) : (
      <Skeleton shape="rows" />
    );
  const isEmpty = entries.length === 0 && list.rows.length === 0;
  return (
    <DraftAnswersContext.Provider value={draftAnswers}>
      <ConnectionStatus />
      {linked?.data.attributes.state === 'accepted' && <AcceptedOffer {...linked.data.attributes} />}
      {isEmpty && (search ? <NoMatches of="offers" search={search} /> : <NoOffers side={side} page={page} />)}
      <OfferList view={props} document={document} list={list} isEmpty={isEmpty} refetch={refetch} />
      <Pagination of="offers" page={page} more={more} search={search?.address} />
    </DraftAnswersContext.Provider>
  );
}

const orderAddress = (orderId: number | null) =>
  orderId === null ? '/my_orders' : `/my_orders?order=${orderId}`;

const AcceptedOffer = ({ offer_number, purchase_order_id }: OfferDocument['data']['attributes']) => (
  <Notice
    tone="green"
    title={`${offer_number} was accepted and is an order now.`}
    action={
      <Button size="small" href={orderAddress(purchase_order_id)}>
        View Order
      </Button>
    }
  />
);

function NoOffers({ side, page }: { side: Side; page: number }) {
  if (page > 1) return <p className="muted">There are no older offers.</p>;
  const isBuyer = side === 'buyer';
  return (
    <Empty
      icon="tag"
      title="You don't have any offers yet."
      action={
        isBuyer && (
          <Button tone="primary" href="/all_products">
            All Products
          </Button>
        )
      }
    >
      {isBuyer
        ? 'Add a product to your cart, set your price and send the offer.'
        : 'Offers from buyers appear here.'}
    </Empty>
  );
}

interface OfferListProps {
  view: PropsOf<typeof myOffers>;
  document: OffersDocument;
  list: Steady<OfferItem>;
  isEmpty: boolean;
  refetch: () => Promise<unknown>;
}

function OfferList({ view: given, document, list, isEmpty, refetch }: OfferListProps) {
  const { side = 'buyer', feeBps = null, page = 1, tab = null, opened = null, search = null } = given;
  const now = useNow(given.now);
  const view = useView({ list, tab, opened, page, search: search?.address });
  const selection = useSelection(view.shown);
  const [isHelpOpen, setHelpOpen] = useState(false);
  const goToOrder = ({ data: { attributes } }: OfferDocument, stays: boolean) => {
    const link = { href: orderAddress(attributes.purchase_order_id), text: 'View Order' };
    notify('success', `${attributes.offer_number} accepted. View Order`, link);
    if (!stays) visit('/my_orders');
  };
  const acceptFailure = useAcceptFailure({ side, refetch });
  return (
    <>
      {!isEmpty && (
        <OfferTabs
          document={document}
          tab={view.tab}
          page={page}
          search={search?.address}
          onChange={view.chooseTab}
        />
      )}
      <SteadyRegion list={list} noun="offer">
        {!isEmpty && (
          <h2 className="visually-hidden" tabIndex={-1}>
            {TAB_LABELS[view.tab]}
          </h2>
        )}
        {!isEmpty && view.shown.length === 0 && <EmptyTab tab={view.tab} />}
        {view.shown.map((row) => (
          <OfferCard
            key={row.key}
            row={row}
            list={list}
            side={side}
            feeBps={feeBps}
            now={now}
            isOpen={view.isOpen(row.key)}
            isSelected={selection.has(row.key)}
            onSelect={
              side === 'seller' && row.place === 'needs_response'
                ? () => selection.toggle(row.key)
                : undefined
            }
            onToggle={() => view.toggle(row.key)}
            onChange={refetch}
            onAccepted={goToOrder}
            onAcceptFailure={acceptFailure.show}
          />
        ))}
        <LateDesk
          list={list}
          selection={side === 'seller' ? selection : null}
          isHelpOpen={isHelpOpen}
          onHelp={setHelpOpen}
          refetch={refetch}
        />
      </SteadyRegion>
      {!isEmpty && <ListLinks hasCsv={side === 'seller' && !search} onHelp={() => setHelpOpen(true)} />}
      {acceptFailure.dialog}
    </>
  );
}

const ListLinks = ({ hasCsv, onHelp }: { hasCsv: boolean; onHelp: () => void }) => (
  <p className="list-export">
    <Button tone="link" size="small" className="offer-keys" onClick={onHelp}>
      Keyboard Shortcuts
    </Button>
    {hasCsv && (
      <Button tone="link" size="small" icon="download" href="/dashboard/export/offers.csv" target="_blank">
        Download CSV
      </Button>
    )}
  </p>
);
