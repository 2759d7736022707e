import { useRef } from 'react';
import { type OfferDocument, submitOffer } from '../../server/offers/contract';
import { notify } from '../browser/alerts';
import { call } from '../browser/api';
import type { Steady } from '../live/steady/list';
import { notifyRequested } from '../offers/approval';
import { isInError } from '../offers/cart-line';
import { clearDraftTexts } from '../offers/draft-texts';
import { buy } from './buy';
import type { CartItem } from './cart-rows';
import type { PriceChanges } from './price-changes';
import { type Removed, remove, removeAll, setAside } from './removed';
import { restoreLines, saveLines } from './save-lines';
import type { SellerOfferState } from './seller-offer';
import { type ActionContext, notifyPurchaseFailure, useAction } from './use-action';

export interface OfferContext extends ActionContext {
  list: Steady<CartItem>;
  news: PriceChanges;
  onRemoved: (removed: Removed) => void;
  /** Saves what is typed beside the products; returns the latest version. */
  saveShipping: (from: number) => Promise<number>;
}

/** The version that was shown when the press began. */
function usePressedVersion(version: number | undefined) {
  const shown = useRef<number | null>(null);
  return {
    onPointerDown: () => {
      shown.current = version ?? null;
    },
    takeVersion: () => {
      const pressed = shown.current ?? version ?? 0;
      shown.current = null;
      return pressed;
    },
  };
}

async function saveAndSetAside(
  { offer, line }: CartItem,
  lines: SellerOfferState['present'],
  { drafts, news }: OfferContext,
): Promise<Removed> {
  const { id, version: from } = offer.attributes;
  const version = await saveLines({ offerId: id, lines, drafts, news }, from);
  return setAside({ offer: { ...offer, attributes: { ...offer.attributes, version } }, line });
}

const hasSameText = ({ data }: OfferDocument, offer: SellerOfferState['offer']) =>
  data.attributes.shipping.carrier_instructions === offer?.attributes.shipping.carrier_instructions;

function lineActions(
  present: SellerOfferState['present'],
  context: OfferContext,
  perform: ReturnType<typeof useAction>['perform'],
) {
  const { list, drafts, onRemoved } = context;

  /** Uses the line as shown when its button was pressed. */
  function onLine(key: string, act: (item: CartItem) => Promise<unknown>) {
    const item = list.pressed(key)?.item;
    if (item) void perform('line', () => act(item));
  }

  return {
    /** With what is typed, where that is valid. */
    saveForLater: (key: string) =>
      onLine(key, async (item) => {
        const lines = present.filter(({ row, state: typedLine }) => row.key === key && !isInError(typedLine));
        onRemoved(await saveAndSetAside(item, lines, context));
        drafts.drop(key);
      }),
    remove: (key: string) =>
      onLine(key, async (item) => {
        onRemoved(await remove(item));
        drafts.drop(key);
      }),
    removeAll() {
      const items = present.flatMap(({ row }) => list.pressed(row.key)?.item ?? []);
      void perform('line', async () => {
        const { removed, error } = await removeAll(items);
        if (removed) onRemoved(removed);
        for (const { line } of items) drafts.drop(line.id);
        if (error) throw error;
      });
    },
  };
}

export function useOfferActions(state: SellerOfferState, context: OfferContext) {
  const { drafts, news, run } = context;
  const { offer, present, typed } = state;
  const { id, version, seller_user_id } = offer?.attributes ?? {};
  const { busy, isRefused, clearRefusal, perform, submit } = useAction(context, typed);
  const { onPointerDown, takeVersion } = usePressedVersion(version);
  const saveFrom = async (from: number, goesOn?: (current: OfferDocument) => boolean) =>
    context.saveShipping(
      await saveLines({ offerId: Number(id), lines: present, drafts, news, goesOn }, from),
    );

  return {
    busy,
    isRefused,
    onPointerDown,
    save() {
      const from = takeVersion();
      return submit('save', () => saveFrom(from, (current) => hasSameText(current, offer)));
    },
    /** `note` is a message to the seller, or blank; so is the buyer's own number of the order. */
    send(note: string, poNumber: string) {
      const from = takeVersion();
      return submit('send', async () => {
        const body = { version: await saveFrom(from), note, ...(poNumber && { buyer_po_number: poNumber }) };
        if (notifyRequested(await call(submitOffer, { id: Number(id) }, body))) return;
        clearDraftTexts(String(id));
        notify('success', 'Success! View offer in My Offers.', { href: '/my_offers', text: 'My Offers' });
      });
    },
    buyNow(poNumber: string) {
      const from = takeVersion();
      const work = async () => {
        if (await buy(Number(id), await saveFrom(from), poNumber)) clearDraftTexts(String(id));
      };
      return submit('buy', work, notifyPurchaseFailure);
    },
    ...lineActions(present, context, perform),
    discardInput() {
      for (const { row } of typed) drafts.drop(row.key);
      clearRefusal();
      if (typed.some(({ row }) => row.hasLeft)) void run(async () => undefined);
    },
    /** Overwrites the other tab's values with the input, and adds removed lines again. */
    overwrite: () =>
      perform(
        'save',
        async () => {
          await saveFrom(version ?? 0);
          const left = typed.filter(({ row }) => row.hasLeft);
          await restoreLines(seller_user_id, left, drafts);
        },
        // Says why a product cannot come back, such as the offer that was sent with it.
        notifyPurchaseFailure,
      ),
  };
}

export type OfferActions = ReturnType<typeof useOfferActions>;
