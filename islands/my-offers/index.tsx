import { useState } from 'react';
import {
  type AcceptFailure,
  acceptOffer,
  listOffers,
  NEGOTIATED,
  type Offer,
  type OffersDocument,
} from '../../server/offers/contract';
import type { Side } from '../../server/offers/state-contract';
import { notify } from '../browser/alerts';
import { ApiError, call } from '../browser/api';
import { visit } from '../browser/navigation';
import { usePreloaded } from '../browser/preloaded';
import { useChannel } from '../live/cable';
import { ConnectionStatus } from '../live/connection-status';
import { SteadyRegion } from '../live/steady-region';
import { useSteadyList } from '../live/use-steady-list';
import { AcceptFailureModal, acceptFailureOf } from '../offers/accept-failure';
import { Button } from '../ui/button';
import { Empty, Failed } from '../ui/empty';
import { Pagination } from '../ui/page-turner';
import { Skeleton } from '../ui/skeleton';
import { DraftAnswersContext, useDraftAnswers } from './draft-answers';
import { OfferCard } from './OfferCard';
import { OfferGroup } from './OfferGroup';
import { entriesOf, GROUPS } from './offer-rows';

interface Props {
  offers: OffersDocument;
  side: Side;
  feeBps: number | null;
  page: number;
  more: boolean;
}

export default function MyOffers(props: Partial<Props>) {
  const { side = 'buyer', feeBps = null, page = 1, more = false } = props;
  const [document, refetch, { failed }] = usePreloaded(props.offers, () =>
    call(listOffers, {}, undefined, { ...NEGOTIATED, page }),
  );
  const [cut, setCut] = useState<{ failure: AcceptFailure; id: string } | null>(null);
  const [busy, setBusy] = useState(false);
  const remembered = useDraftAnswers();
  const steady = useSteadyList({ source: document, entries: entriesOf(document) });
  useChannel('OffersChannel', refetch);

  if (!document)
    return failed ? (
      <Failed onRetry={refetch}>Your offers could not be loaded.</Failed>
    ) : (
      <Skeleton shape="rows" />
    );
  const offers = document.data;
  const isEmpty = offers.length === 0 && steady.rows.length === 0;
  // The buyer may accept the remaining lines at once.
  const rest = offers.find(({ id, attributes }) => id === cut?.id && attributes.can_accept);

  async function acceptRest({ id, attributes }: Offer) {
    setBusy(true);
    try {
      await call(acceptOffer, { id: attributes.id }, { version: attributes.version });
      visit('/my_orders');
    } catch (error) {
      const failure = acceptFailureOf(error);
      if (!failure)
        notify('error', error instanceof ApiError ? error.message : 'Oops, something went wrong.');
      await refetch();
      setCut(failure && { failure, id });
    }
    setBusy(false);
  }
  return (
    <DraftAnswersContext.Provider value={remembered}>
      <ConnectionStatus />
      {isEmpty && page > 1 && <p className="muted">There are no earlier offers.</p>}
      {isEmpty && page === 1 && (
        <Empty
          icon="tag"
          title="You don't have any offers yet."
          action={
            side === 'buyer' && (
              <Button tone="primary" href="/all_products">
                All Products
              </Button>
            )
          }
        >
          {side === 'buyer'
            ? 'Find a product, name your price and send it to its seller.'
            : 'Offers of buyers appear here at once.'}
        </Empty>
      )}
      <SteadyRegion list={steady} noun="offer">
        {GROUPS.map(({ title, most }) => {
          const rows = steady.rows.filter(({ place }) => place === title);
          if (steady.rows.length === 0 || (rows.length === 0 && (title !== 'Needs you' || page > 1)))
            return null;
          return (
            <OfferGroup key={title} title={title} rows={rows} most={page > 1 ? Infinity : most}>
              {(row) => (
                <OfferCard
                  key={row.key}
                  row={row}
                  list={steady}
                  side={side}
                  feeBps={feeBps}
                  onChange={refetch}
                  onAccepted={async () => visit('/my_orders')}
                  onAcceptFailure={(failure) => setCut({ failure, id: row.key })}
                />
              )}
            </OfferGroup>
          );
        })}
      </SteadyRegion>
      <Pagination of="offers" page={page} more={more} />
      {side === 'seller' && offers.length > 0 && (
        <p className="list-export">
          <Button
            tone="link"
            size="small"
            icon="download"
            href="/dashboard/export/offers.csv"
            target="_blank"
          >
            Download CSV
          </Button>
        </p>
      )}
      <AcceptFailureModal
        failure={cut?.failure ?? null}
        onClose={() => {
          setCut(null);
          void refetch();
        }}
        busy={busy}
        onAcceptRest={rest && (() => void acceptRest(rest))}
      />
    </DraftAnswersContext.Provider>
  );
}
