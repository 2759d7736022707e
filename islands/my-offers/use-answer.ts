import { useState } from 'react';
import {
  type AcceptFailure,
  acceptOffer,
  counterOffer,
  rejectOffer,
  withdrawOffer,
} from '../../server/offers/contract';
import { notify } from '../browser/alerts';
import { ApiError, call } from '../browser/api';
import { useSubmitDelay } from '../forms/submit-delay';
import type { Steady } from '../live/use-steady-list';
import { acceptFailureOf } from '../offers/accept-failure';
import { type Counter, pricesOf, type Typed } from './counter';
import type { Ended, Ending } from './EndDialog';
import type { OfferItem } from './offer-rows';

export interface AnswerEvents {
  onChange: () => Promise<unknown>;
  onAccepted: () => Promise<void>;
  onAcceptFailure: (failure: AcceptFailure) => void;
}

interface Options extends AnswerEvents {
  key: string;
  list: Steady<OfferItem>;
  item: OfferItem;
  typed: Typed;
  counter: Counter;
  onDone: () => void;
}

export function useAnswer(options: Options) {
  const { key, list, item, typed, counter, onDone, onChange, onAccepted, onAcceptFailure } = options;
  const [busy, setBusy] = useState<string | null>(null);
  const [ending, setEnding] = useState<Ended | null>(null);
  const afterDelay = useSubmitDelay();
  const { id } = item.offer.attributes;

  async function run(name: string, work: () => Promise<unknown>) {
    setBusy(name);
    try {
      await work();
      onDone();
      setEnding(null);
      await onChange();
      return true;
    } catch (error) {
      const failure = acceptFailureOf(error);
      if (!failure)
        notify('error', error instanceof ApiError ? error.message : 'Oops, something went wrong.');
      await onChange();
      // Called after the refetch, so that the dialog shows the reduced offer.
      if (failure) onAcceptFailure(failure);
      return false;
    } finally {
      setBusy(null);
    }
  }

  const act = (name: string, work: () => Promise<unknown>) => list.act(key, () => run(name, work));
  /** The offer as shown when the button was pressed: it may have changed since. */
  const pressedOffer = () => list.pressed(key)?.item.offer;

  async function submit() {
    const version = pressedOffer()?.attributes.version;
    if (version === undefined) return;
    const body = { offer_products_attributes: pricesOf(item.lines, typed), version };
    if (counter.changed) return act('main', () => afterDelay(() => call(counterOffer, { id }, body)));
    const accept = () => afterDelay(() => call(acceptOffer, { id }, { version }));
    if (await act('main', accept)) await onAccepted();
  }

  function askToEnd(how: Ending) {
    const offer = pressedOffer();
    if (offer) setEnding({ how, offer });
  }

  const end = ({ how, offer }: Ended, note: string) =>
    act(how, () =>
      call(
        how === 'reject' ? rejectOffer : withdrawOffer,
        { id },
        { version: offer.attributes.version, ...(note && { note }) },
      ),
    );

  return { busy, ending, submit, askToEnd, end, closeEnding: () => setEnding(null) };
}
