import { type KeyboardEvent, type MouseEvent, useRef } from 'react';
import { counted } from '../../server/contract/money';
import type { Offer } from '../../server/offers/contract';
import type { Side } from '../../server/offers/rules';
import { BuyAgain } from '../buy-again/BuyAgain';
import { useIsomorphicLayoutEffect } from '../live/steady/layout';
import { INERT_MS } from '../live/steady/rows';
import { useDates } from '../ui/dates';
import { TabPanel, Tabs } from '../ui/tabs';
import type { Typed } from './counter';
import { History } from './details/History';
import { OfferDetails } from './details/OfferDetails';
import { OfferThread } from './details/OfferThread';
import type { useDraftPrices } from './draft-answers';
import { Expiry } from './Expiry';
import { LatestNote } from './LatestNote';
import { type ActProps, OfferActs } from './OfferActs';
import type { OfferItem } from './offer-rows';
import { RuleNote } from './RuleNote';
import type { useAnswer } from './use-answer';
import { useIsWide } from './use-is-wide';
import { nameOf, otherSide, partyNames } from './wording';

export type PaneTab = 'products' | 'messages' | 'history';

interface Props {
  /** The offer as the reader saw it. */
  shown: OfferItem;
  /** The offer as it is. */
  current: Offer['attributes'];
  side: Side;
  now: number | null;
  unread: number;
  drafts: ReturnType<typeof useDraftPrices>;
  typed: Typed;
  acts: ActProps;
  answer: ReturnType<typeof useAnswer>;
  /** Opened after an answer to another. */
  isUnasked: boolean;
  tab: PaneTab;
  onTab: (tab: PaneTab) => void;
  onLeaveThread: () => void;
}

/** The open offer: beside the list on wide screens, below its own row on a screen of its own elsewhere. */
export function OfferPane(props: Props) {
  const { shown, current, side, unread, drafts, typed, acts, answer, tab, onTab, onLeaveThread } = props;
  const { id, offer_number } = shown.offer.attributes;
  const { counter, hasLeft } = acts;
  const idBase = `offer-${id}`;
  const stopEarly = useEarlyPresses(props.isUnasked);
  const isWide = useIsWide();
  const panel = (name: PaneTab) => ({ idBase, id: name, active: tab === name });
  function sendByKey({ key, ctrlKey, metaKey, target }: KeyboardEvent) {
    const isField = target instanceof HTMLElement && target.matches('input, textarea');
    if (key !== 'Enter' || !(ctrlKey || metaKey) || !isField || tab !== 'products') return;
    if (counter.changed && counter.canSubmit && acts.busy === null && !hasLeft) void answer.submit();
  }
  return (
    <section
      className="offer-pane"
      id={idBase}
      aria-label={`Offer ${offer_number}`}
      onClickCapture={stopEarly}
      onKeyDown={sendByKey}
    >
      <PaneHead {...props} />
      <Tabs
        label={`Parts of ${offer_number}`}
        idBase={idBase}
        value={tab}
        onChange={(name) => {
          onTab(name as PaneTab);
          if (!isWide) window.scrollTo({ top: 0, behavior: 'instant' });
        }}
        tabs={[
          { id: 'products', label: 'Products' },
          {
            id: 'messages',
            label: current.message_count > 0 ? `Messages (${current.message_count})` : 'Messages',
            alert: unread > 0 && ` ${unread} unread`,
          },
          { id: 'history', label: `History (${current.history.length})` },
        ]}
      />
      <div className="offer-pane-body">
        <TabPanel {...panel('products')}>
          <LatestNote attributes={current} side={side} />
          {side === 'seller' && <RuleNote attributes={current} />}
          {side === 'buyer' && current.state === 'rejected' && (
            <BuyAgain source={{ kind: 'offer', id: current.id, number: current.offer_number }} />
          )}
          <OfferDetails
            shown={shown}
            side={side}
            drafts={drafts}
            typed={typed}
            counter={counter}
            disabled={hasLeft}
          />
        </TabPanel>
        <TabPanel {...panel('messages')}>
          <OfferThread attributes={current} side={side} onClose={onLeaveThread} />
        </TabPanel>
        <TabPanel {...panel('history')}>
          <History entries={current.history} names={partyNames(current, side)} />
        </TabPanel>
      </div>
      {tab !== 'messages' && <OfferActs {...acts} onMain={answer.submit} onReset={drafts.clear} />}
    </section>
  );
}

/** A second press on a button that has become another offer's does nothing. */
function useEarlyPresses(isUnasked: boolean) {
  const openedAt = useRef(Number.NEGATIVE_INFINITY);
  useIsomorphicLayoutEffect(() => {
    if (isUnasked) openedAt.current = performance.now();
  }, []);
  return (event: MouseEvent) => {
    // Keys and scripts press what has the focus.
    if (event.detail === 0 || performance.now() - openedAt.current >= INERT_MS) return;
    event.preventDefault();
    event.stopPropagation();
  };
}

/** What the row has no room for; without a list beside it, the row itself is above. The amounts are in the row. */
function PaneHead({ shown: { offer, lines }, side, now }: Props) {
  const { day } = useDates();
  const { attributes } = offer;
  return (
    <header className="offer-pane-head">
      <div>
        <h4 className="offer-pane-title">
          {nameOf(attributes, otherSide(side))} <span>{attributes.offer_number}</span>
        </h4>
        <p>
          <span className="offer-pane-day">{day(attributes.created_at)} · </span>
          {counted(lines.length, 'product')} · {attributes.buyer_name} to {attributes.seller_name}
          {attributes.buyer_po_number && ` · PO ${attributes.buyer_po_number}`}
        </p>
      </div>
      {attributes.expires_at && attributes.state !== 'rejected' && (
        <Expiry at={attributes.expires_at} now={now} />
      )}
    </header>
  );
}
