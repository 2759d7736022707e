import { type ReactNode, useState } from 'react';
import type { PropsOf } from '../../server/contract/island';
import type { myOffers, OfferDocument, OffersDocument } from '../../server/offers/contract';
import type { Side } from '../../server/offers/rules';
import { notify } from '../browser/alerts';
import { visit } from '../browser/navigation';
import { rememberNewOrder } from '../browser/new-order';
import { useLateComponent } from '../browser/use-late-component';
import { BuysAgain } from '../buy-again/buys-again';
import { NoMatches } from '../lists/NoMatches';
import { useChannel } from '../live/cable';
import { ConnectionStatus } from '../live/connection-status';
import { type Steady, SteadyRegion, useSteadyList } from '../live/steady/list';
import { useAcceptFailure } from '../offers/accept-failure';
import { OrderLimit } from '../offers/approval';
import { useDecisions } from '../offers/use-decisions';
import { Button, IconButton } from '../ui/button';
import { Empty } from '../ui/empty';
import { Failed, Notice, Skeleton, usePreloaded } from '../ui/feedback';
import { Pagination } from '../ui/page-turner';
import type { ApprovalsProps } from './Approvals';
import { approvalsPart } from './approvals-part';
import { LateDesk } from './desk/LateDesk';
import { useSelection } from './desk/selection';
import { DraftAnswersContext, useDraftAnswers } from './draft-answers';
import { useNow } from './Expiry';
import { OfferCard } from './OfferCard';
import { EmptyTab, OfferTabs, TAB_LABELS } from './OfferTabs';
import { entriesOf, loadOffers, type OfferItem, withLinked } from './offer-rows';
import { useView } from './use-view';

const loadApprovals = async () => (await import('./load-approvals')).loadApprovals();

export default function MyOffers(props: PropsOf<typeof myOffers>) {
  const { side = 'buyer', page = 1, more = false, linked = null, search = null } = props;
  const [atFirst] = useState(() => withLinked(props.offers, linked));
  const [document, refetch, { failed }] = usePreloaded(atFirst, () =>
    loadOffers(page, linked, search?.given),
  );
  const draftAnswers = useDraftAnswers();
  const entries = entriesOf(document);
  const list = useSteadyList({ source: document, entries });
  const [approvals = [], refetchApprovals] = usePreloaded(props.approvals, loadApprovals);
  const Approvals = useLateComponent<ApprovalsProps>({
    wanted: approvals.length > 0,
    load: approvalsPart.load,
    loaded: approvalsPart.component,
    onFailure: () => undefined,
  });
  const refetchAll = async () => {
    const loaded = await Promise.all([refetch(), side === 'buyer' && refetchApprovals()]);
    return loaded[0];
  };
  useChannel('OffersChannel', refetchAll);
  useDecisions(approvals);

  if (!document)
    return failed ? (
      <Failed onRetry={refetch}>Your offers could not be loaded.</Failed>
    ) : (
      <Skeleton shape="rows" />
    );
  const isEmpty = entries.length === 0 && list.rows.length === 0;
  const pages = <Pagination of="offers" page={page} more={more} search={search?.address} />;
  return (
    <DraftAnswersContext.Provider value={draftAnswers}>
      <ConnectionStatus />
      {linked?.data.attributes.state === 'accepted' && <AcceptedOffer {...linked.data.attributes} />}
      {Approvals && <Approvals approvals={approvals} onChange={refetchAll} />}
      {isEmpty &&
        (search ? (
          <NoMatches of="offers" search={search} />
        ) : (
          <NoOffers side={side} page={page} readOnly={props.buysAgain === false} />
        ))}
      <BuysAgain value={props.buysAgain ?? true}>
        <OrderLimit value={props.orderLimit ?? null}>
          <OfferList
            view={props}
            document={document}
            list={list}
            isEmpty={isEmpty}
            pages={pages}
            refetch={refetchAll}
          />
        </OrderLimit>
      </BuysAgain>
    </DraftAnswersContext.Provider>
  );
}

const orderAddress = (orderId: number | null) => `/my_orders${orderId === null ? '' : `?order=${orderId}`}`;

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

function NoOffers({ side, page, readOnly }: { side: Side; page: number; readOnly: boolean }) {
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
      {!isBuyer && 'Offers from buyers appear here.'}
      {isBuyer &&
        (readOnly
          ? 'Offers that your colleagues send appear here.'
          : 'Add a product to your cart, set your price and send the offer.')}
    </Empty>
  );
}

interface OfferListProps {
  view: PropsOf<typeof myOffers>;
  document: OffersDocument;
  list: Steady<OfferItem>;
  isEmpty: boolean;
  pages: ReactNode;
  refetch: () => Promise<unknown>;
}

function OfferList({ view: given, document, list, isEmpty, pages, refetch }: OfferListProps) {
  const { side = 'buyer', feeBps = null, page = 1, tab = null, opened = null, search = null } = given;
  const now = useNow(given.now);
  const view = useView({ list, tab, opened, page, search: search?.address });
  const selection = useSelection(view.shown);
  const [isHelpOpen, setHelpOpen] = useState(false);
  const goToOrder = ({ data: { attributes } }: OfferDocument, stays: boolean) => {
    const link = { href: orderAddress(attributes.purchase_order_id), text: 'View Order' };
    notify('success', `${attributes.offer_number} accepted. View Order`, link);
    if (stays) return;
    rememberNewOrder(attributes.purchase_order_id);
    visit('/my_orders');
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
      <SteadyRegion list={list} noun="offer" className="offer-desk">
        {!isEmpty && (
          <h2 className="visually-hidden" tabIndex={-1}>
            {TAB_LABELS[view.tab]}
          </h2>
        )}
        {!isEmpty && view.shown.length === 0 && <EmptyTab tab={view.tab} />}
        <div className="offer-rows">
          {view.shown.map((row, index) => (
            <OfferCard
              key={row.key}
              row={row}
              list={list}
              side={side}
              feeBps={feeBps}
              now={now}
              isOpen={row.key === view.openKey}
              isChosen={view.isChosen(row.key)}
              isUnasked={view.isUnasked(row.key)}
              isSelected={selection.has(row.key)}
              onSelect={
                side === 'seller' && row.place === 'needs_response'
                  ? () => selection.toggle(row.key)
                  : undefined
              }
              onOpen={() => view.open(row.key)}
              back={<OfferBack rows={view.shown} index={index} onBack={view.close} onOpen={view.open} />}
              onChange={refetch}
              onAccepted={goToOrder}
              onAcceptFailure={acceptFailure.show}
              onNext={(next) => row.key === view.openKey && view.advance(next)}
            />
          ))}
          {!isEmpty && (
            <footer className="offer-rows-end">
              {pages}
              <Button tone="link" size="small" className="offer-keys" onClick={() => setHelpOpen(true)}>
                Keyboard Shortcuts
              </Button>
            </footer>
          )}
        </div>
        <LateDesk
          list={list}
          selection={side === 'seller' ? selection : null}
          isHelpOpen={isHelpOpen}
          onHelp={setHelpOpen}
          onMove={view.follow}
          onLeave={view.isWide ? () => undefined : view.close}
          refetch={refetch}
        />
      </SteadyRegion>
      {isEmpty && pages}
      {acceptFailure.dialog}
    </>
  );
}

interface OfferBackProps {
  rows: readonly { key: string }[];
  index: number;
  onBack: () => void;
  onOpen: (key: string) => void;
}

/** Phones: back to the list, or on to its next offer. */
function OfferBack({ rows, index, onBack, onOpen }: OfferBackProps) {
  const step = (by: 1 | -1) => {
    const key = rows[index + by]?.key;
    return { disabled: key === undefined, onClick: () => key !== undefined && onOpen(key) };
  };
  return (
    <div className="offer-back">
      <Button tone="quiet" icon="chevron-left" onClick={onBack}>
        My Offers
      </Button>
      <span>
        {index + 1} of {rows.length} <IconButton icon="chevron-up" label="Previous offer" {...step(-1)} />
        <IconButton icon="chevron-down" label="Next offer" {...step(1)} />
      </span>
    </div>
  );
}
