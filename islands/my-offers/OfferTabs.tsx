import { type OffersDocument, type OfferTab, offerTabs } from '../../server/offers/contract';
import { Empty } from '../ui/empty';
import { Tabs } from '../ui/tabs';
import { tabOf } from './offer-rows';

export const TAB_LABELS = {
  needs_response: 'Needs your response',
  waiting: 'Waiting',
  closed: 'Closed',
} as const satisfies Record<OfferTab, string>;

interface Props {
  document: OffersDocument;
  tab: OfferTab;
  page: number;
  search?: string | undefined;
  onChange: (tab: OfferTab) => void;
}

/** Links, so that they work before scripts do. */
export function OfferTabs({ document, tab, page, search, onChange }: Props) {
  const offers = document.data.map(({ attributes }) => tabOf(attributes));
  const countOf = (id: OfferTab) => offers.filter((one) => one === id).length;
  const older = (search ? `&${search}` : '') + (page > 1 ? `&page=${page}` : '');
  return (
    <Tabs
      label="Offers"
      value={tab}
      onChange={(id) => onChange(id as OfferTab)}
      tabs={offerTabs.map((id) => ({
        id,
        label: TAB_LABELS[id],
        count: id === 'closed' ? undefined : countOf(id),
        href: `/my_offers?tab=${id}${older}`,
      }))}
    />
  );
}

const EMPTY: Record<OfferTab, [title: string, text: string]> = {
  needs_response: ["You're all caught up.", 'Offers that need your response appear here.'],
  waiting: ['No offers are waiting.', 'Offers waiting for the other company appear here.'],
  closed: ['No closed offers.', 'Rejected, withdrawn and expired offers appear here.'],
};

export function EmptyTab({ tab }: { tab: OfferTab }) {
  const [title, text] = EMPTY[tab];
  return (
    <Empty icon={tab === 'needs_response' ? 'check' : 'tag'} title={title}>
      {text}
    </Empty>
  );
}
