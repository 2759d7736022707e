import { useId, useState } from 'react';
import { dollars } from '../../server/contract/money';
import {
  type AcceptFailure,
  changeLine,
  type Offer,
  type OfferProduct,
  saveForLater,
  submitOffer,
} from '../../server/offers/contract';
import { acceptFailureOf } from '../kit/accept-failure';
import { notify } from '../kit/alerts';
import { ApiError, call } from '../kit/api';
import { Button } from '../kit/button';
import { useSubmitDelay } from '../kit/submit-delay';
import { buy } from './buy';
import { CartLine } from './CartLine';
import { type Draft, draftOf, isInError, lineState, sumOf, totalFault } from './line';
import { type Removed, remove } from './removed';
import { SellerHead } from './SellerHead';
import type { News } from './seen';

interface Props {
  offer: Offer;
  lines: readonly OfferProduct[];
  news: News;
  onChange: () => Promise<unknown>;
  onRemoved: (removed: Removed) => void;
  onAcceptFailure: (failure: AcceptFailure) => void;
}

const WENT_WRONG = 'Oops, something went wrong.';

/** A line could not be saved: said in other words than what was to follow it. */
class NotSaved extends Error {}

const sayFailure = (error: unknown) =>
  notify('error', error instanceof NotSaved ? 'There was an error in updating the offer.' : WENT_WRONG);

/** What goes to one seller: one offer. */
export function SellerOffer({ offer, lines, news, onChange, onRemoved, onAcceptFailure }: Props) {
  const { id, version } = offer.attributes;
  const [drafts, setDrafts] = useState<Readonly<Record<string, Draft>>>({});
  const [busy, setBusy] = useState<string | null>(null);
  const afterDelay = useSubmitDelay();
  const footId = useId();
  const draftFor = (line: OfferProduct) => drafts[line.id] ?? draftOf(line);
  const rows = lines.map((line) => ({ line, state: lineState(line, draftFor(line)) }));
  const total = sumOf(rows.map(({ state }) => state.total));
  const changed = rows.some(({ state }) => state.changed);
  const faulty = rows.filter(({ state }) => isInError(state)).map(({ line }) => line);
  const inError = faulty.length > 0;
  const buyable = rows.length > 0 && rows.every(({ state }) => state.buyable);
  const fault = inError ? null : totalFault(total);
  const locked = inError || busy !== null;

  async function work(
    name: string,
    act: () => Promise<unknown>,
    failed: (error: unknown) => void = sayFailure,
  ) {
    setBusy(name);
    try {
      await act();
      await onChange();
    } catch (error) {
      const failure = acceptFailureOf(error);
      if (!failure) failed(error);
      await onChange();
      // With the cart as it was cut: what is left can be bought from there.
      if (failure) onAcceptFailure(failure);
    } finally {
      setBusy(null);
    }
  }

  /** The changed lines, one after another; what is saved stays saved where a later one fails. Answers the version. */
  async function saveLines(): Promise<number> {
    let latest = version;
    for (const { line, state } of rows) {
      if (!state.changed) continue;
      const { quantity, unit_price } = state;
      try {
        const saved = await call(changeLine, { offer_id: id, id: Number(line.id) }, { quantity, unit_price });
        latest = saved.included[0]?.attributes.version ?? latest;
      } catch {
        throw new NotSaved();
      }
      news.settle(line.id);
    }
    setDrafts({});
    return latest;
  }

  const save = () => work('save', async () => void (await afterDelay(saveLines)));

  const send = () =>
    work('send', () =>
      afterDelay(async () => {
        await call(submitOffer, { id }, { version: await saveLines() });
        notify('success', 'Success! View offer in My Offers.', { href: '/my_offers', text: 'My Offers' });
      }),
    );

  const buyNow = () =>
    work(
      'buy',
      () => afterDelay(async () => buy(id, await saveLines())),
      (error) => (error instanceof ApiError ? notify('error', error.message) : sayFailure(error)),
    );

  const later = (line: OfferProduct) =>
    work('line', async () => void (await call(saveForLater, { id }, { offer_product_id: Number(line.id) })));
  const drop = (line: OfferProduct) => work('line', async () => onRemoved(await remove(offer, line)));

  const why =
    (inError && 'Correct the marked products first.') ||
    fault ||
    (buyable
      ? 'At the asking price: buy at once and pay now.'
      : 'Below the asking price: the seller accepts, counters or rejects.');
  return (
    <section className="cart-seller" aria-label={offer.attributes.seller_name}>
      <SellerHead offer={offer} count={lines.length} faulty={faulty} />
      <ul className="cart-lines">
        {rows.map(({ line, state }) => (
          <CartLine
            key={line.id}
            line={line}
            draft={draftFor(line)}
            state={state}
            news={news.newsOf(line)}
            busy={busy !== null}
            onDraft={(draft) => setDrafts({ ...drafts, [line.id]: draft })}
            onSaveForLater={() => later(line)}
            onDelete={() => drop(line)}
          />
        ))}
      </ul>
      <footer className="cart-seller-foot">
        <div>
          <div className="subtotal">
            Total <strong className="tabular">{total === null ? '–' : dollars(total)}</strong>
          </div>
          <p className="muted small" id={footId}>
            {why}
          </p>
        </div>
        <div className="button-row">
          <Button
            aria-describedby={footId}
            disabled={!changed || locked}
            busy={busy === 'save'}
            onClick={save}
          >
            Save Offer
          </Button>
          <Button
            tone="primary"
            aria-describedby={footId}
            disabled={locked || fault !== null}
            busy={busy === 'buy' || busy === 'send'}
            onClick={buyable ? buyNow : send}
          >
            {buyable ? 'Buy Now' : 'Send Offer'}
          </Button>
        </div>
      </footer>
    </section>
  );
}
