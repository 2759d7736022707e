import { useRef, useState } from 'react';
import {
  type AcceptFailure,
  acceptOffer,
  counterOffer,
  type OfferDocument,
  rejectOffer,
  withdrawOffer,
} from '../../server/offers/contract';
import type { Side } from '../../server/offers/rules';
import { notify } from '../browser/alerts';
import { call, errorText } from '../browser/api';
import { useSubmitDelay } from '../browser/use-act';
import type { Steady } from '../live/steady/list';
import { INERT_MS } from '../live/steady/rows';
import { acceptFailureOf } from '../offers/accept-failure';
import { notifyRequested } from '../offers/approval';
import type { Act, PendingAct, TypedWithAct } from './ActDialog';
import { pricesOf, type Typed } from './counter';
import { focusNext, keyOfNextRow } from './desk/focus-next';
import type { Answer } from './freight';
import type { OfferItem } from './offer-rows';
import { nameOf, otherSide } from './wording';

const RENDER_MS = 50;

/** Until the page that was asked for is there; a visit that fails gives the buttons back. */
const LEAVE_MS = 10_000;

export interface AnswerEvents {
  onChange: () => Promise<unknown>;
  /** `stays`: by key, so that the next answer follows at once. Else it leaves the page. */
  onAccepted: (accepted: OfferDocument, stays: boolean) => void;
  onAcceptFailure: (failure: AcceptFailure) => void;
  /** Answered: `next` is the offer below it, if there is one. */
  onNext: (next: string) => void;
}

interface Options extends AnswerEvents {
  key: string;
  list: Steady<OfferItem>;
  item: OfferItem;
  typed: Typed;
  note: string;
  counter: Answer;
  side: Side;
  onDone: () => void;
}

/** The act whose dialog is open. */
function usePendingAct(pressedOffer: () => OfferItem['offer'] | undefined) {
  const [pending, setPending] = useState<PendingAct | null>(null);
  const shown = useRef(pending);
  shown.current = pending;

  /** Keeps the dialog and what was typed in it, with the offer as it is now, as long as the act is possible. */
  async function refuse(problem: string, asked: PendingAct) {
    await new Promise((resolve) => setTimeout(resolve, INERT_MS + RENDER_MS));
    const offer = pressedOffer();
    const isPossible = shown.current !== null && offer?.attributes[`can_${asked.act}`] === true;
    setPending(isPossible ? { ...asked, offer, problem } : null);
    if (!isPossible) notify('error', problem);
  }

  return { pending, setPending, refuse };
}

export function useAnswer(options: Options) {
  const { key, list, item, typed, note: counterNote, counter, side } = options;
  const [busy, setBusy] = useState<string | null>(null);
  /** The offer as shown when the button was pressed: it may have changed since. */
  const pressedOffer = () => list.pressed(key)?.item.offer;
  const { pending, setPending, refuse } = usePendingAct(pressedOffer);
  const afterDelay = useSubmitDelay();
  const { id, offer_number } = item.offer.attributes;

  async function run<Result>(
    name: string,
    work: () => Promise<Result>,
    asked: PendingAct | null,
    leave?: (result: Result) => boolean,
  ): Promise<Result | undefined> {
    const { onDone, onChange, onAcceptFailure, onNext } = options;
    const next = keyOfNextRow(list.region.current, key);
    setBusy(name);
    try {
      const result = await work();
      onDone();
      setPending(null);
      if (leave?.(result)) {
        // Until then nothing changes: the next offer would come under the finger that has just pressed.
        await new Promise((resolve) => setTimeout(resolve, LEAVE_MS));
      }
      // An offer that waits for approval stays where it is.
      const waits = (result as Partial<OfferDocument>).data?.attributes.approval;
      if (next !== null && !waits) onNext(next);
      await onChange();
      if (!waits) void focusNext(list.region.current, key, next);
      return result;
    } catch (error) {
      const failure = acceptFailureOf(error);
      const problem = errorText(error, 'Oops, something went wrong.');
      if (failure) setPending(null);
      else if (!asked) notify('error', problem);
      await onChange();
      // Called after the refetch, so that the dialogs show the offer as it is now.
      if (failure) onAcceptFailure(failure);
      else if (asked) await refuse(problem, asked);
      return undefined;
    } finally {
      setBusy(null);
    }
  }

  const act = <Result>(
    name: string,
    work: () => Promise<Result>,
    asked: PendingAct | null = null,
    leave?: (result: Result) => boolean,
  ) => list.act(key, () => run(name, work, asked, leave));

  async function submit() {
    const version = pressedOffer()?.attributes.version;
    if (version === undefined) return;
    if (!counter.changed) return accept('main', version);
    const body = {
      offer_products_attributes: pricesOf(item.lines, typed),
      version,
      ...(counter.freight.isAsked && { freight_cents: counter.freight.cents }),
      ...(counterNote.trim() && { note: counterNote }),
    };
    const sent = await act('main', () => afterDelay(() => call(counterOffer, { id }, body)));
    if (sent && !notifyRequested(sent))
      notify('success', `Counteroffer sent to ${nameOf(item.offer.attributes, otherSide(side))}.`);
  }

  async function accept(
    name: string,
    version: number,
    typed: TypedWithAct | null = null,
    asked: PendingAct | null = null,
  ) {
    const body = {
      version,
      ...(typed?.note.trim() && { note: typed.note }),
      ...(typed && side === 'buyer' && { buyer_po_number: typed.buyer_po_number }),
    };
    const send = () => afterDelay(() => call(acceptOffer, { id }, body));
    if (!asked?.byKey)
      return act(name, send, asked, (sent) => {
        if (!sent || notifyRequested(sent)) return false;
        options.onAccepted(sent, false);
        return true;
      });
    const accepted = await act(name, send, asked);
    if (accepted && !notifyRequested(accepted)) options.onAccepted(accepted, true);
  }

  function ask(name: Act, byKey = false) {
    const offer = pressedOffer();
    if (offer) setPending({ act: name, offer, byKey, problem: null });
  }

  async function confirm(asked: PendingAct, answered: TypedWithAct) {
    const { act: name, offer } = asked;
    setPending({ ...asked, problem: null });
    const { version } = offer.attributes;
    if (name === 'accept') return accept(name, version, answered, asked);
    const { note } = answered;
    const endpoint = name === 'reject' ? rejectOffer : withdrawOffer;
    const body = { version, ...(note.trim() && { note }) };
    const ended = await act(name, () => call(endpoint, { id }, body), asked);
    if (ended) notify('success', outcomeOf(name, side, offer_number));
  }

  return { busy, pending, submit, ask, confirm, cancel: () => setPending(null) };
}

/** A seller withdraws a counter: the offer goes on at the prices before. */
function outcomeOf(name: 'reject' | 'withdraw', side: Side, number: string) {
  if (name === 'reject') return `${number} rejected.`;
  return side === 'seller' ? `Counteroffer on ${number} withdrawn.` : `${number} withdrawn.`;
}
