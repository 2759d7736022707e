import { useRef, useState } from 'react';
import { type AcceptFailure, type OfferDocument, submitOffer } from '../../server/offers/contract';
import { notify } from '../browser/alerts';
import { ApiError, call } from '../browser/api';
import { useSubmitDelay } from '../browser/use-act';
import type { Steady } from '../live/use-steady-list';
import { acceptFailureOf } from '../offers/accept-failure';
import { isInError } from '../offers/cart-line';
import { clearDraftTexts } from '../offers/draft-texts';
import { buy } from './buy';
import type { CartItem } from './cart-rows';
import { CHANGED_ELSEWHERE, changesEdited, isGone, isOutdated } from './outdated';
import type { PriceChanges } from './price-changes';
import { type Removed, remove, removeAll, setAside } from './removed';
import { NotSaved, restoreLines, saveLines } from './save-lines';
import type { OfferLine, SellerOfferState } from './seller-offer';
import type { Drafts } from './use-drafts';

export interface OfferContext {
  list: Steady<CartItem>;
  drafts: Drafts;
  news: PriceChanges;
  /** Runs an action, then reloads the cart. */
  run: (act: () => Promise<unknown>) => Promise<unknown>;
  onRemoved: (removed: Removed) => void;
  onAcceptFailure: (failure: AcceptFailure) => void;
  /** Saves what is typed beside the products; returns the latest version. */
  saveShipping: (from: number) => Promise<number>;
}

type Action = 'save' | 'send' | 'buy' | 'line';

const WENT_WRONG = 'Oops, something went wrong.';

/** What is wrong with the shipping stands in no field of the cart. */
const isAboutShipping = (error: unknown): error is ApiError =>
  error instanceof ApiError &&
  ['terms', 'ship_to_address_id', 'carrier_instructions'].some((field) => field in error.fieldErrors);

function notifyFailure(error: unknown) {
  if (isGone(error)) notify('error', CHANGED_ELSEWHERE);
  else if (isOutdated(error) || isAboutShipping(error)) notify('error', error.message);
  else notify('error', error instanceof NotSaved ? 'There was an error in updating the offer.' : WENT_WRONG);
}

const notifyPurchaseFailure = (error: unknown) =>
  error instanceof ApiError ? notify('error', error.message) : notifyFailure(error);

/** Runs one action at a time; `isRefused` after a save that another tab's change prevented. */
function useAction({ run, onAcceptFailure, drafts }: OfferContext, typed: readonly OfferLine[]) {
  const [busy, setBusy] = useState<Action | null>(null);
  const [isRefused, setRefused] = useState(false);

  async function perform(name: Action, act: () => Promise<unknown>, onError = notifyFailure) {
    setBusy(name);
    let failure: AcceptFailure | null = null;
    await run(async () => {
      try {
        await act();
        setRefused(false);
      } catch (error) {
        failure = acceptFailureOf(error);
        // The dialog of the conflict says it, where the input was to be saved.
        if (isOutdated(error) && name !== 'line' && changesEdited(error, typed, drafts)) setRefused(true);
        else if (!failure) onError(error);
      }
    });
    // Called after the reload, so that the dialog shows the reduced offer.
    if (failure) onAcceptFailure(failure);
    setBusy(null);
  }

  return { busy, isRefused, clearRefusal: () => setRefused(false), perform };
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
  const { busy, isRefused, clearRefusal, perform } = useAction(context, typed);
  const { onPointerDown, takeVersion } = usePressedVersion(version);
  const afterDelay = useSubmitDelay();
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
      return perform('save', () =>
        afterDelay(() => saveFrom(from, (current) => hasSameText(current, offer))),
      );
    },
    /** `note` is a message to the seller, or blank. */
    send(note: string) {
      const from = takeVersion();
      const work = async () => {
        await call(submitOffer, { id: Number(id) }, { version: await saveFrom(from), note });
        clearDraftTexts(String(id));
        notify('success', 'Success! View offer in My Offers.', { href: '/my_offers', text: 'My Offers' });
      };
      return perform('send', () => afterDelay(work));
    },
    buyNow() {
      const from = takeVersion();
      const work = async () => {
        await buy(Number(id), await saveFrom(from));
        clearDraftTexts(String(id));
      };
      return perform('buy', () => afterDelay(work), notifyPurchaseFailure);
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
