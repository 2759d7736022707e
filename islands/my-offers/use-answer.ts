import { useState } from 'react';
import {
  type AcceptFailure,
  acceptOffer,
  counterOffer,
  type OfferDocument,
  rejectOffer,
  withdrawOffer,
} from '../../server/offers/contract';
import type { Side } from '../../server/offers/state-contract';
import { notify } from '../browser/alerts';
import { call, errorText } from '../browser/api';
import { useSubmitDelay } from '../forms/submit-delay';
import type { Steady } from '../live/use-steady-list';
import { acceptFailureOf } from '../offers/accept-failure';
import type { Act, PendingAct } from './ActDialog';
import { pricesOf, type Typed } from './counter';
import { focusNext, keyOfNextRow } from './desk/focus-next';
import type { Answer } from './freight';
import type { OfferItem } from './offer-rows';
import { nameOf, otherSide } from './wording';

export interface AnswerEvents {
  onChange: () => Promise<unknown>;
  /** `stays`: by key, so that the next answer follows at once. */
  onAccepted: (accepted: OfferDocument, stays: boolean) => void;
  onAcceptFailure: (failure: AcceptFailure) => void;
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

export function useAnswer(options: Options) {
  const { key, list, item, typed, note: counterNote, counter, side } = options;
  const [busy, setBusy] = useState<string | null>(null);
  const [pending, setPending] = useState<PendingAct | null>(null);
  const afterDelay = useSubmitDelay();
  const { id, offer_number } = item.offer.attributes;

  async function run<Result>(name: string, work: () => Promise<Result>): Promise<Result | undefined> {
    const { onDone, onChange, onAcceptFailure } = options;
    const next = keyOfNextRow(list.region.current, key);
    setBusy(name);
    try {
      const result = await work();
      onDone();
      setPending(null);
      await onChange();
      void focusNext(list.region.current, key, next);
      return result;
    } catch (error) {
      const failure = acceptFailureOf(error);
      if (failure) setPending(null);
      else notify('error', errorText(error, 'Oops, something went wrong.'));
      await onChange();
      // Called after the refetch, so that the dialog shows the reduced offer.
      if (failure) onAcceptFailure(failure);
      return undefined;
    } finally {
      setBusy(null);
    }
  }

  const act = <Result>(name: string, work: () => Promise<Result>) => list.act(key, () => run(name, work));
  /** The offer as shown when the button was pressed: it may have changed since. */
  const pressedOffer = () => list.pressed(key)?.item.offer;

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
    if (sent) notify('success', `Counteroffer sent to ${nameOf(item.offer.attributes, otherSide(side))}.`);
  }

  async function accept(name: string, version: number, { note = '', stays = false } = {}) {
    const body = { version, ...(note.trim() && { note }) };
    const accepted = await act(name, () => afterDelay(() => call(acceptOffer, { id }, body)));
    if (accepted) options.onAccepted(accepted, stays);
  }

  function ask(name: Act, byKey = false) {
    const offer = pressedOffer();
    if (offer) setPending({ act: name, offer, byKey });
  }

  async function confirm({ act: name, offer, byKey }: PendingAct, note: string) {
    const { version } = offer.attributes;
    if (name === 'accept') return accept(name, version, { note, stays: byKey });
    const endpoint = name === 'reject' ? rejectOffer : withdrawOffer;
    const ended = await act(name, () => call(endpoint, { id }, { version, ...(note.trim() && { note }) }));
    if (ended) notify('success', `${offer_number} ${name === 'reject' ? 'rejected' : 'withdrawn'}.`);
  }

  return { busy, pending, submit, ask, confirm, cancel: () => setPending(null) };
}
