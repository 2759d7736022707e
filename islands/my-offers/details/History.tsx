import { dollars, formatUnits } from '../../../server/contract/money';
import type { OfferHistoryEntry } from '../../../server/offers/contract';
import type { Side } from '../../../server/offers/rules';
import { shownUserId } from '../../browser/api';
import { actVerbs, eventTexts } from '../../messages/act-words';
import { Timeline } from '../../ui/timeline';

const TONES: Record<string, 'green' | 'red' | 'yellow'> = {
  accept: 'green',
  reject: 'red',
  withdraw: 'red',
  expire: 'red',
  cancel: 'red',
  cut: 'yellow',
};

interface Props {
  entries: readonly OfferHistoryEntry[];
  names: Record<Side, string>;
}

/** A colleague by name, in place of "You". The server knows no reader. */
const colleagueOf = ({ by }: OfferHistoryEntry) =>
  by?.kind === 'person' && typeof document !== 'undefined' && String(by.id) !== shownUserId()
    ? by.name
    : null;

const viaKey = ({ by }: OfferHistoryEntry) => (by?.kind === 'key' ? ` via ${by.name}` : '');

const titleOf = (entry: OfferHistoryEntry, names: Props['names']) => {
  const { actor, event } = entry;
  const verb = actVerbs[event];
  return verb && (actor === 'buyer' || actor === 'seller')
    ? `${colleagueOf(entry) ?? names[actor]} ${verb}${viaKey(entry)}`
    : (eventTexts[event] ?? event);
};

export function History({ entries, names }: Props) {
  return (
    <Timeline
      label="History of the offer"
      entries={entries.map((entry, index) => {
        const tone = TONES[entry.event];
        return {
          id: index,
          at: entry.at,
          title: titleOf(entry, names),
          ...(tone && { tone }),
          body: (
            <>
              {entry.requested_by && (
                <p className="muted small">{`Approved by ${entry.by?.name}, requested by ${entry.requested_by.name}`}</p>
              )}
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
  );
}
