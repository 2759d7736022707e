import { acceptOffer, listOffers, NEGOTIATED, type OffersDocument } from '../../server/offers/contract';
import type { Side } from '../../server/offers/state-contract';
import { call } from '../browser/api';
import { visit } from '../browser/navigation';
import { usePreloaded } from '../browser/preloaded';
import { useChannel } from '../live/cable';
import { ConnectionStatus } from '../live/connection-status';
import { SteadyRegion } from '../live/steady-region';
import { type Steady, useSteadyList } from '../live/use-steady-list';
import { useAcceptFailure } from '../offers/accept-failure';
import { Button } from '../ui/button';
import { Empty, Failed } from '../ui/empty';
import { Pagination } from '../ui/page-turner';
import { Skeleton } from '../ui/skeleton';
import { DraftAnswersContext, useDraftAnswers } from './draft-answers';
import { OfferCard } from './OfferCard';
import { OfferGroup } from './OfferGroup';
import { entriesOf, GROUPS, type OfferItem } from './offer-rows';

interface View {
  side: Side;
  feeBps: number | null;
  page: number;
}

interface Props extends View {
  offers: OffersDocument;
  more: boolean;
}

export default function MyOffers(props: Partial<Props>) {
  const { side = 'buyer', feeBps = null, page = 1, more = false } = props;
  const [document, refetch, { failed }] = usePreloaded(props.offers, () =>
    call(listOffers, {}, undefined, { ...NEGOTIATED, page }),
  );
  const draftAnswers = useDraftAnswers();
  const list = useSteadyList({ source: document, entries: entriesOf(document) });
  useChannel('OffersChannel', refetch);

  if (!document)
    return failed ? (
      <Failed onRetry={refetch}>Your offers could not be loaded.</Failed>
    ) : (
      <Skeleton shape="rows" />
    );
  const offers = document.data;
  return (
    <DraftAnswersContext.Provider value={draftAnswers}>
      <ConnectionStatus />
      {offers.length === 0 && list.rows.length === 0 && <NoOffers side={side} page={page} />}
      <OfferGroups offers={offers} list={list} view={{ side, feeBps, page }} refetch={refetch} />
      <Pagination of="offers" page={page} more={more} />
      {side === 'seller' && offers.length > 0 && <CsvLink />}
    </DraftAnswersContext.Provider>
  );
}

function NoOffers({ side, page }: Pick<View, 'side' | 'page'>) {
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

interface OfferGroupsProps {
  offers: OffersDocument['data'];
  list: Steady<OfferItem>;
  view: View;
  refetch: () => Promise<unknown>;
}

function OfferGroups({ offers, list, view: { side, feeBps, page }, refetch }: OfferGroupsProps) {
  const acceptFailure = useAcceptFailure({
    offers,
    accept: async ({ id, version }) => {
      await call(acceptOffer, { id }, { version });
      visit('/my_orders');
    },
    refetch,
  });
  const groups = GROUPS.map((group) => ({
    ...group,
    rows: list.rows.filter(({ place }) => place === group.title),
  }));
  // An empty "Needs your response" says that there is nothing to do, on the first page.
  const shown = groups.filter(
    ({ title, rows }) => rows.length > 0 || (title === 'Needs your response' && page === 1),
  );
  return (
    <>
      <SteadyRegion list={list} noun="offer">
        {list.rows.length > 0 &&
          shown.map(({ title, rows, most }) => (
            <OfferGroup key={title} title={title} rows={rows} most={page > 1 ? Infinity : most}>
              {(row) => (
                <OfferCard
                  key={row.key}
                  row={row}
                  list={list}
                  side={side}
                  feeBps={feeBps}
                  onChange={refetch}
                  onAccepted={async () => visit('/my_orders')}
                  onAcceptFailure={(failure) => acceptFailure.show({ failure, id: row.key })}
                />
              )}
            </OfferGroup>
          ))}
      </SteadyRegion>
      {acceptFailure.dialog}
    </>
  );
}

const CsvLink = () => (
  <p className="list-export">
    <Button tone="link" size="small" icon="download" href="/dashboard/export/offers.csv" target="_blank">
      Download CSV
    </Button>
  </p>
);
