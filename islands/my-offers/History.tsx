import { dollars, formatUnits } from '../../server/contract/money';
import type { OfferHistoryEntry } from '../../server/offers/contract';
import { Disclosure } from '../ui/disclosure';
import { Timeline } from '../ui/timeline';

const VERBS: Record<string, string> = {
  submit: 'sent the offer',
  counter: 'countered',
  accept: 'accepted',
  reject: 'rejected',
  withdraw: 'withdrew',
  cut: 'Reduced to available stock',
  cancel: 'Canceled: out of stock',
  expire: 'Expired: no response in time',
  deny: 'Closed by the marketplace',
};
const ACTORS = { buyer: 'Buyer', seller: 'Seller', staff: '', system: '' } as const;
const TONES: Record<string, 'green' | 'red' | 'yellow'> = {
  accept: 'green',
  reject: 'red',
  withdraw: 'red',
  expire: 'red',
  cancel: 'red',
  cut: 'yellow',
};

const titleOf = ({ actor, event }: OfferHistoryEntry) => `${ACTORS[actor]} ${VERBS[event] ?? event}`.trim();

export function History({ entries }: { entries: readonly OfferHistoryEntry[] }) {
  return (
    <Disclosure title="History" count={entries.length}>
      <Timeline
        label="History of the offer"
        entries={entries.map((entry, index) => {
          const tone = TONES[entry.event];
          return {
            id: index,
            at: entry.at,
            title: titleOf(entry),
            ...(tone && { tone }),
            body: (
              <>
                {entry.note && <blockquote>{entry.note}</blockquote>}
                <ul className="muted small">
                  {entry.lines.map((line) => (
                    <li key={line.offer_product_id}>
                      {line.name}: {formatUnits(line.quantity)} × {dollars(line.unit_price)}
                    </li>
                  ))}
                </ul>
              </>
            ),
          };
        })}
      />
    </Disclosure>
  );
}
