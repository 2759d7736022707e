import type { OfferRow } from '../../db/tables';
import { Conflict } from '../http/errors';
import { OFFER_CHANGED } from './contract';
import { moveOf, type OfferEvent, type OfferState, type Side } from './state-contract';

/** 409: another act came first. */
export const OfferChanged = () => Conflict(OFFER_CHANGED);

export function requireCurrent(offer: OfferRow, version: number | undefined) {
  if (version !== undefined && version < offer.version) throw OfferChanged();
}

/** The state that the event leads to. Throws OfferChanged unless it is this side's turn. */
export function nextState({ state }: OfferRow, event: OfferEvent, by: Side, reduced = false): OfferState {
  const to = moveOf(event, by, state, reduced);
  if (!to) throw OfferChanged();
  return to;
}
