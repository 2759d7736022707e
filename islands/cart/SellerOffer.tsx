import { useState } from 'react';
import { dollars } from '../../server/contract/money';
import {
  type AcceptFailure,
  acceptOffer,
  changeLine,
  type Offer,
  type OfferProduct,
  removeLine,
  saveForLater,
  submitOffer,
} from '../../server/offers/contract';
import { openPayment } from '../../server/payments/contract';
import { acceptFailureOf } from '../kit/accept-failure';
import { notify } from '../kit/alerts';
import { ApiError, call } from '../kit/api';
import { Button } from '../kit/button';
import { CartLine } from './CartLine';
import { type Draft, draftOf, lineState, sumOf } from './line';

interface Props {
  offer: Offer;
  lines: readonly OfferProduct[];
  onChange: () => Promise<unknown>;
  onAcceptFailure: (failure: AcceptFailure) => void;
}

const WENT_WRONG = 'Oops, something went wrong.';

/** What goes to one seller: one offer. */
export function SellerOffer({ offer, lines, onChange, onAcceptFailure }: Props) {
  const { id, seller_id, seller_name } = offer.attributes;
  const [drafts, setDrafts] = useState<Readonly<Record<string, Draft>>>({});
  const [busy, setBusy] = useState<string | null>(null);
  const draftFor = (line: OfferProduct) => drafts[line.id] ?? draftOf(line);
  const states = lines.map((line) => lineState(line, draftFor(line)));
  const total = sumOf(states.map((state) => state.total));
  const changed = states.some((state) => state.changed);
  const inError = states.some(
    ({ errors }) => errors.quantity !== undefined || errors.unit_price !== undefined,
  );
  const buyable = states.length > 0 && states.every((state) => state.buyable);

  async function work(name: string, act: () => Promise<void>, failed: (error: unknown) => void) {
    setBusy(name);
    try {
      await act();
    } catch (error) {
      failed(error);
    } finally {
      await onChange();
      setBusy(null);
    }
  }

  /** The changed lines, one after another; what is saved stays saved where a later one fails. */
  async function saveLines() {
    for (const [index, line] of lines.entries()) {
      const state = states[index];
      if (!state?.changed) continue;
      const { quantity, unit_price } = state;
      await call(changeLine, { offer_id: id, id: Number(line.id) }, { quantity, unit_price });
    }
    setDrafts({});
  }

  const save = () =>
    work('save', saveLines, () => notify('error', 'There was an error in updating the offer.'));

  const send = () =>
    work(
      'send',
      async () => {
        await saveLines();
        await call(submitOffer, { id }, {});
        notify('success', 'Success! View offer in My Offers.', { href: '/my_offers', text: 'My Offers' });
      },
      () => notify('error', WENT_WRONG),
    );

  const buy = () =>
    work(
      'buy',
      async () => {
        await saveLines();
        const { data } = await call(acceptOffer, { id }, {});
        const order = data.attributes.purchase_order_id;
        if (order === null) throw new Error('An accepted offer has an order');
        const { url } = await call(openPayment, { id: order }, {});
        window.location.assign(url);
      },
      (error) => {
        const failure = acceptFailureOf(error);
        if (failure) onAcceptFailure(failure);
        else notify('error', error instanceof ApiError ? error.message : WENT_WRONG);
      },
    );

  const later = (line: OfferProduct) =>
    work(
      'line',
      async () => void (await call(saveForLater, { id }, { offer_product_id: Number(line.id) })),
      () => notify('error', WENT_WRONG),
    );
  const remove = (line: OfferProduct) =>
    work(
      'line',
      async () => {
        await call(removeLine, { offer_id: id, id: Number(line.id) });
        notify('other', `${line.attributes.product.name} was removed from your cart.`, {
          href: `/all_products/${seller_id}/${line.attributes.product.id}`,
          text: line.attributes.product.name,
        });
      },
      () => notify('error', WENT_WRONG),
    );

  const whyNot = inError ? 'Correct the marked fields first.' : undefined;
  return (
    <section className="cart-seller" aria-label={seller_name}>
      <header className="cart-seller-head">
        <h2>
          <a href={`/seller/${seller_id}`}>{seller_name}</a>
        </h2>
        <span className="muted small">
          {lines.length} product{lines.length === 1 ? '' : 's'} · one offer
        </span>
      </header>
      <ul className="cart-lines">
        {lines.map((line, index) => {
          const state = states[index];
          return (
            state && (
              <CartLine
                key={line.id}
                line={line}
                draft={draftFor(line)}
                state={state}
                busy={busy !== null}
                onDraft={(draft) => setDrafts({ ...drafts, [line.id]: draft })}
                onSaveForLater={() => later(line)}
                onDelete={() => remove(line)}
              />
            )
          );
        })}
      </ul>
      <footer className="cart-seller-foot">
        <div>
          <div className="subtotal">
            Total <strong className="num">{total === null ? '–' : dollars(total)}</strong>
          </div>
          <p className="muted small">
            {whyNot ??
              (buyable
                ? 'At the asking price: buy at once and pay now.'
                : 'Below the asking price: the seller accepts, counters or rejects.')}
          </p>
        </div>
        <div className="button-row">
          <Button disabled={!changed || inError || busy !== null} busy={busy === 'save'} onClick={save}>
            Save Offer
          </Button>
          {buyable ? (
            <Button tone="primary" disabled={inError || busy !== null} busy={busy === 'buy'} onClick={buy}>
              Buy Now
            </Button>
          ) : (
            <Button tone="primary" disabled={inError || busy !== null} busy={busy === 'send'} onClick={send}>
              Send Offer
            </Button>
          )}
        </div>
      </footer>
    </section>
  );
}
