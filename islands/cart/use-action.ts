import { useState } from 'react';
import type { AcceptFailure } from '../../server/offers/contract';
import { notify } from '../browser/alerts';
import { ApiError } from '../browser/api';
import { useAct, useSubmitDelay } from '../browser/use-act';
import { acceptFailureOf } from '../offers/accept-failure';
import { CHANGED_ELSEWHERE, changesEdited, isGone, isOutdated } from './outdated';
import { NotSaved } from './save-lines';
import type { OfferLine } from './seller-offer';
import type { Drafts } from './use-drafts';

export interface ActionContext {
  drafts: Drafts;
  /** Runs an action, then reloads the cart. */
  run: (act: () => Promise<unknown>) => Promise<unknown>;
  onAcceptFailure: (failure: AcceptFailure) => void;
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

export const notifyPurchaseFailure = (error: unknown) =>
  error instanceof ApiError ? notify('error', error.message) : notifyFailure(error);

/** Runs one action at a time; `isRefused` after a save that another tab's change prevented. */
export function useAction({ run, onAcceptFailure, drafts }: ActionContext, typed: readonly OfferLine[]) {
  const { busyWith: busy, run: runOne } = useAct<Action>();
  const [isRefused, setRefused] = useState(false);

  async function perform(name: Action, act: () => Promise<unknown>, onError = notifyFailure) {
    let failure: AcceptFailure | null = null;
    const attempt = async () => {
      try {
        await act();
        setRefused(false);
      } catch (error) {
        failure = acceptFailureOf(error);
        // The dialog of the conflict says it, where the input was to be saved.
        if (isOutdated(error) && name !== 'line' && changesEdited(error, typed, drafts)) setRefused(true);
        else if (!failure) onError(error);
      }
    };
    await runOne(() => run(attempt), name);
    // Called after the reload, so that the dialog shows the reduced offer.
    if (failure) onAcceptFailure(failure);
  }

  const afterDelay = useSubmitDelay();
  /** For what a form would send, which waits like all forms. */
  const submit = (name: Action, act: () => Promise<unknown>, onError?: typeof notifyFailure) =>
    perform(name, () => afterDelay(act), onError);

  return { busy, isRefused, clearRefusal: () => setRefused(false), perform, submit };
}
