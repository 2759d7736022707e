import {
  cents,
  count,
  flag,
  id,
  list,
  nullable,
  object,
  oneOf,
  optional,
  tagged,
  text,
  time,
} from '../openapi/answer';
import { type CompanyEvent, type EventData, type EventPage, listEvents } from './contract';
import { eventTypeNames } from './rules';

/** As webhooks send it, too. */
export const event = object<CompanyEvent>(
  {
    id: text,
    type: oneOf(eventTypeNames),
    timestamp: time,
    data: object<EventData>({
      subject: nullable(
        object<NonNullable<EventData['subject']>>({
          type: oneOf(['offer', 'approval', 'order', 'claim', 'product', 'payout', 'webhook']),
          id,
          number: nullable(text),
          version: nullable(id),
          state: nullable(text),
        }),
      ),
      by: object<EventData['by']>({
        side: oneOf(['buyer', 'seller', 'staff', 'system']),
        id: nullable(id),
        name: nullable(text),
        kind: nullable(oneOf(['person', 'key'])),
      }),
      reason: nullable(text),
      total_cents: optional(nullable(cents)),
      href: nullable(text),
      count: optional(count),
      ids: optional(list(id)),
    }),
  },
  'Event',
);

const doc = tagged('Events');

export default [
  doc(listEvents, {
    summary: 'List what happened, oldest first',
    answer: object<EventPage>({ events: list(event), next: text, has_more: flag }),
    query: { types: 'offer.*,order.paid', limit: 100 },
  }),
];
