import { trader } from '../accounts/policy';
import { type RouteDependencies, type Routes, route } from '../http/route';
import { listEvents } from './contract';
import { eventPage } from './feed';
import { patternsOf } from './patterns';
import { eventsQuery } from './schema';
import webhooks from './webhooks/routes';

export default (dependencies: RouteDependencies): Routes => [
  route(listEvents, {
    query: eventsQuery,
    may: trader,
    needs: ['offers:read', 'orders:read', 'products:read', 'earnings:read'],
    reply: ({ db, viewer, query: { after, types, limit } }) =>
      eventPage(db, viewer, {
        after,
        types: patternsOf(types),
        limit,
        now: dependencies.services.databaseClock.now(),
      }),
  }),
  ...webhooks(dependencies),
];
