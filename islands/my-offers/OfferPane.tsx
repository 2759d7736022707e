import { counted, dollars } from '../../server/contract/money';
import type { Offer } from '../../server/offers/contract';
import type { Side } from '../../server/offers/rules';
import { BuyAgain } from '../buy-again/BuyAgain';
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
import { askingTotal, percentText } from './percent';
import { RuleNote } from './RuleNote';
import type { useAnswer } from './use-answer';
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
  const panel = (name: PaneTab) => ({ idBase, id: name, active: tab === name });
  return (
    <section className="offer-pane" id={idBase} aria-label={`Offer ${offer_number}`}>
      <PaneHead {...props} />
      <Tabs
        label={`Parts of ${offer_number}`}
        idBase={idBase}
        value={tab}
        onChange={(name) => onTab(name as PaneTab)}
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

/** Phones show the offer's row in its place, and of this what the row has no room for. */
function PaneHead({ shown: { offer, lines }, side, now, acts: { counter } }: Props) {
  const { day } = useDates();
  const { attributes } = offer;
  const percent = percentText(counter.goods, askingTotal(lines));
  return (
    <header className="offer-pane-head">
      <div>
        <h4 className="offer-pane-title">
          {nameOf(attributes, otherSide(side))} <span>{attributes.offer_number}</span>
        </h4>
        <p>
          <span className="offer-pane-day">{day(attributes.created_at)} · </span>
          {counted(lines.length, 'product')} · {attributes.buyer_name} to {attributes.seller_name}
        </p>
        {attributes.expires_at && attributes.state !== 'rejected' && (
          <Expiry at={attributes.expires_at} now={now} />
        )}
      </div>
      <p className="offer-pane-total">
        <b>{counter.total === null ? '–' : dollars(counter.total)}</b>
        {counter.net !== null && <span>{dollars(counter.net)} net</span>}
        {percent && <span>{percent} of asking</span>}
      </p>
    </header>
  );
}
