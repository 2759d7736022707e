import { useId, useRef, useState } from 'react';
import { dollars } from '../../server/contract/money';
import {
  type AcceptFailure,
  changeLine,
  createOffer,
  saveForLater,
  submitOffer,
} from '../../server/offers/contract';
import { notify } from '../browser/alerts';
import { ApiError, call } from '../browser/api';
import { useSubmitDelay } from '../forms/submit-delay';
import type { Steady } from '../live/use-steady-list';
import { acceptFailureOf } from '../offers/accept-failure';
import { Button } from '../ui/button';
import { buy } from './buy';
import { CartConflict } from './CartConflict';
import { CartLine } from './CartLine';
import type { CartItem, CartRow } from './cart-rows';
import { isInError, lineState, sumOf, totalFault } from './line';
import { isOutdated } from './outdated';
import type { PriceChanges } from './price-changes';
import { type Removed, remove } from './removed';
import { SellerHead } from './SellerHead';
import type { Drafts } from './use-drafts';

interface Props {
  rows: readonly CartRow[];
  /** The number of the offer's products that are not shown yet. */
  hidden: number;
  list: Steady<CartItem>;
  drafts: Drafts;
  news: PriceChanges;
  isBusy: boolean;
  /** Runs an action, then reloads the cart. */
  run: (act: () => Promise<unknown>) => Promise<unknown>;
  onRemoved: (removed: Removed) => void;
  onAcceptFailure: (failure: AcceptFailure) => void;
}

const WENT_WRONG = 'Oops, something went wrong.';

/** A line could not be saved; its message differs from that of the following action. */
class NotSaved extends Error {}

function sayFailure(error: unknown) {
  if (isOutdated(error)) notify('error', error.message);
  else notify('error', error instanceof NotSaved ? 'There was an error in updating the offer.' : WENT_WRONG);
}

/** The draft offer to one seller. */
export function SellerOffer(props: Props) {
  const { list, drafts, news, isBusy, hidden, run, onRemoved, onAcceptFailure } = props;
  const [busy, setBusy] = useState<string | null>(null);
  /** A save was refused because another tab changed the offer. */
  const [isRefused, setRefused] = useState(false);
  const afterDelay = useSubmitDelay();
  const footId = useId();
  const lines = props.rows.map((row) => {
    const draft = drafts.of(row.item.line);
    return { row, draft, state: lineState(row.item.line, draft) };
  });
  const rows = lines.filter(({ row }) => !row.hasLeft);
  const { offer } = (rows[0] ?? lines[0])?.row.item ?? {};
  const { id, version, seller_name, seller_user_id } = offer?.attributes ?? {};
  const total = sumOf(rows.map(({ state }) => state.total));
  const typed = lines.filter(({ row, state }) => drafts.has(row.key) && (state.changed || row.hasLeft));
  const conflicts = lines.filter(({ row }) => drafts.conflicts(row.item.line, row.hasLeft));
  const changed = rows.some(({ state }) => state.changed);
  const faulty = rows.filter(({ state }) => isInError(state)).map(({ row }) => row.item.line);
  const inError = faulty.length > 0;
  const buyable = rows.length > 0 && rows.every(({ state }) => state.buyable);
  const fault = inError ? null : totalFault(total);
  const locked = inError || isBusy || busy !== null || rows.length === 0;
  const isUnsure = conflicts.length > 0 || isRefused;

  // The version shown when the press began.
  const shown = useRef<number | null>(null);
  const press = {
    onPointerDown: () => {
      shown.current = version ?? null;
    },
  };
  const pressed = () => {
    const at = shown.current ?? version ?? 0;
    shown.current = null;
    return at;
  };

  async function work(
    name: string,
    act: () => Promise<unknown>,
    failed: (error: unknown) => void = sayFailure,
  ) {
    setBusy(name);
    let failure: AcceptFailure | null = null;
    await run(async () => {
      try {
        await act();
        setRefused(false);
      } catch (error) {
        failure = acceptFailureOf(error);
        if (isOutdated(error) && typed.length > 0) setRefused(true);
        if (!failure) failed(error);
      }
    });
    // Called after the reload, so that the dialog shows the reduced offer.
    if (failure) onAcceptFailure(failure);
    setBusy(null);
  }

  /** Saves the changed lines one by one, keeping those that succeed, and returns the latest version. */
  async function saveLines(from: number): Promise<number> {
    let latest = from;
    for (const { row, draft, state } of rows) {
      if (!state.changed) continue;
      const body = { quantity: state.quantity, unit_price: state.unit_price, version: latest };
      try {
        const saved = await call(changeLine, { offer_id: Number(id), id: Number(row.key) }, body);
        latest = saved.included[0]?.attributes.version ?? latest;
      } catch (error) {
        throw isOutdated(error) ? error : new NotSaved();
      }
      drafts.saved(row.key, draft);
      news.settle(row.key);
    }
    return latest;
  }

  const save = () => {
    const from = pressed();
    return work('save', () => afterDelay(() => saveLines(from)));
  };

  const send = () => {
    const from = pressed();
    return work('send', () =>
      afterDelay(async () => {
        await call(submitOffer, { id: Number(id) }, { version: await saveLines(from) });
        notify('success', 'Success! View offer in My Offers.', { href: '/my_offers', text: 'My Offers' });
      }),
    );
  };

  const buyNow = () => {
    const from = pressed();
    return work(
      'buy',
      () => afterDelay(async () => buy(Number(id), await saveLines(from))),
      (error) => (error instanceof ApiError ? notify('error', error.message) : sayFailure(error)),
    );
  };

  /** Uses the line as shown when its button was pressed. */
  function onLine(key: string, act: (item: CartItem) => Promise<unknown>) {
    const item = list.pressed(key)?.item;
    if (item) void work('line', () => act(item));
  }
  const later = (key: string) =>
    onLine(key, ({ offer: { attributes } }) =>
      call(
        saveForLater,
        { id: attributes.id },
        { offer_product_id: Number(key), version: attributes.version },
      ),
    );
  const drop = (key: string) =>
    onLine(key, async (item) => {
      onRemoved(await remove(item.offer, item.line));
      drafts.drop(key);
    });

  function takeTheirs() {
    for (const { row } of typed) drafts.drop(row.key);
    setRefused(false);
    if (typed.some(({ row }) => row.hasLeft)) void run(async () => undefined);
  }

  /** Overwrites the other tab's values with the input, and adds removed lines again. */
  const keepMine = () =>
    work('save', async () => {
      await saveLines(version ?? 0);
      for (const { row, state } of typed.filter((one) => one.row.hasLeft)) {
        const product_id = row.item.line.attributes.product.id;
        const { quantity, unit_price } = state;
        const offer_products_attributes = [{ product_id, quantity, unit_price }];
        await call(createOffer, {}, { offer: { seller_user_id, offer_products_attributes } });
        drafts.drop(row.key);
      }
    });

  const why =
    (inError && 'Correct the marked products first.') ||
    (isUnsure && 'Choose between the two states of the cart first.') ||
    (hidden > 0 && 'Show the new products first.') ||
    fault ||
    (buyable
      ? 'At the asking price: buy at once and pay now.'
      : 'Below the asking price: the seller accepts, counters or rejects.');
  return (
    <section className="cart-seller" aria-label={seller_name}>
      {offer && <SellerHead offer={offer} count={rows.length} faulty={faulty} />}
      <ul className="cart-lines">
        {lines.map(({ row, draft, state }) => (
          <CartLine
            key={row.key}
            row={row}
            draft={draft}
            state={state}
            news={news.newsOf(row.item.line)}
            busy={isBusy}
            onDraft={(next) => drafts.type(row.item.line, next)}
            onSaveForLater={() => later(row.key)}
            onDelete={() => drop(row.key)}
          />
        ))}
      </ul>
      {isUnsure && (
        <CartConflict
          lines={typed}
          busy={isBusy || typed.some(({ state }) => isInError({ ...state, blocked: null }))}
          onTheirs={takeTheirs}
          onMine={() => void keepMine()}
        />
      )}
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
            disabled={!changed || locked || isUnsure}
            busy={busy === 'save'}
            {...press}
            onClick={save}
          >
            Save Offer
          </Button>
          <Button
            tone="primary"
            aria-describedby={footId}
            disabled={locked || isUnsure || hidden > 0 || fault !== null}
            busy={busy === 'buy' || busy === 'send'}
            {...press}
            onClick={buyable ? buyNow : send}
          >
            {buyable ? 'Buy Now' : 'Send Offer'}
          </Button>
        </div>
      </footer>
    </section>
  );
}
