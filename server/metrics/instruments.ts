import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { RefreshedRegistry } from './refreshed-registry';

const PREFIX = 'lotwise_';

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const JOB_SECONDS = [0.05, 0.5, 5, 60];

/** How the primary of a cluster joins the figures of its processes. */
type Joined = 'sum' | 'max' | 'first';

function instrumentsOf(registry: Registry) {
  const registers = [registry];
  return {
    counter: <Label extends string>(name: string, help: string, labelNames: readonly Label[] = []) =>
      new Counter<Label>({ name: PREFIX + name, help, labelNames, registers }),
    gauge: <Label extends string>(
      name: string,
      help: string,
      labelNames: readonly Label[] = [],
      aggregator: Joined = 'sum',
    ) => new Gauge<Label>({ name: PREFIX + name, help, labelNames, registers, aggregator }),
    histogram: <Label extends string>(
      name: string,
      help: string,
      labelNames: readonly Label[] = [],
      buckets = SECONDS,
    ) => new Histogram<Label>({ name: PREFIX + name, help, labelNames, registers, buckets }),
  };
}

type Kit = ReturnType<typeof instrumentsOf>;

const requests = ({ counter, gauge, histogram }: Kit) => ({
  httpRequests: counter('http_requests_total', 'Answered requests', ['method', 'route', 'status']),
  httpSeconds: histogram('http_request_duration_seconds', 'Time to the end of the answer', [
    'method',
    'route',
    'status',
  ]),
  httpInProgress: gauge('http_requests_in_progress', 'Requests without an answer yet'),
  httpShed: counter('http_shed_total', 'Requests refused under overload', ['class', 'reason']),
  clientErrors: counter('client_errors_total', 'Errors that browsers reported'),
  rateLimited: counter('rate_limited_total', 'Requests refused by a rate limit', ['limit']),
});

const database = ({ counter, gauge, histogram }: Kit) => ({
  dbConnections: gauge('db_pool_connections', 'Connections of the pools', ['pool', 'state']),
  dbWaitSeconds: histogram('db_pool_wait_seconds', 'Wait for a connection', ['pool']),
  dbSeconds: histogram('db_query_duration_seconds', 'Time of statements', ['statement']),
  dbErrors: counter('db_errors_total', 'Failed statements by class of SQLSTATE', ['code']),
  dbAway: gauge('db_away', '1 while the database does not answer', [], 'max'),
  dbClockOffset: gauge('db_clock_offset_seconds', "Of the database's clock from ours", [], 'max'),
});

const shared = ({ gauge }: Kit) => ({
  stale: gauge('shared_stale', '1 while the shared figures could not be read', [], 'max'),
  replicaLag: gauge('db_replica_lag_seconds', 'Age of what the replica shows', [], 'max'),
  locksWaiting: gauge('db_locks_waiting', 'Sessions that wait for a lock', [], 'max'),
  oldestTransaction: gauge('db_oldest_transaction_seconds', 'Age of the oldest transaction', [], 'max'),
  idsUsed: gauge('db_ids_used_ratio', 'Share of the integer ids in use', ['sequence'], 'max'),
  queueJobs: gauge('queue_jobs', 'Jobs in the queue', ['name', 'state'], 'max'),
  queueOldestDue: gauge('queue_oldest_due_seconds', 'Age of the oldest due job', [], 'max'),
  mailsUnsent: gauge('mails_unsent', 'Mails not sent yet', [], 'max'),
  mailsOldest: gauge('mails_oldest_unsent_seconds', 'Age of the oldest unsent mail', [], 'max'),
  eventsUnprocessed: gauge('payment_events_unprocessed', 'Payment events not processed yet', [], 'max'),
  eventsOldest: gauge('payment_events_oldest_seconds', 'Age of the oldest of them', [], 'max'),
  findings: gauge('consistency_findings', 'Findings of the last finished check', ['check'], 'max'),
  lastBackup: gauge('backup_last_success_timestamp_seconds', 'Unix time of the last backup', [], 'max'),
  processesSilent: gauge('processes_silent', 'Processes not seen for 30 s', [], 'max'),
  diskFree: gauge('disk_free_ratio', 'Free share of the disk of uploads', [], 'first'),
});

const background = ({ counter, histogram }: Kit) => ({
  jobs: counter('jobs_total', 'Ended attempts of jobs', ['name', 'outcome']),
  jobSeconds: histogram('job_duration_seconds', 'Time of attempts', ['name'], JOB_SECONDS),
  mails: counter('mails_total', 'Attempts to send a mail', ['outcome']),
  paymentEvents: counter('payment_events_total', 'Events of the payment provider', ['type', 'outcome']),
  stripeRequests: counter('stripe_requests_total', 'Answers of Stripe', ['call', 'status']),
});

const liveChannel = ({ counter, gauge, histogram }: Kit) => ({
  cableConnections: gauge('cable_connections', 'Open sockets'),
  cableSubscriptions: gauge('cable_subscriptions', 'Subscriptions of open sockets', ['channel']),
  cableMessages: counter('cable_messages_total', 'Frames from and to clients', ['direction']),
  cableLagSeconds: histogram('cable_fanout_lag_seconds', 'From a broadcast to its delivery here'),
  cableGaps: counter('cable_gaps_total', 'Times that messages may have been lost'),
  cableDropped: counter('cable_dropped_total', 'Sockets that the server closed', ['reason']),
});

const searchAndCaches = ({ counter, gauge }: Kit) => ({
  searchListings: gauge('search_index_listings', 'Listings in the index', [], 'max'),
  searchBytes: gauge('search_index_bytes', 'Memory of its columns', [], 'sum'),
  searchAge: gauge('search_index_age_seconds', 'Time since it was last compared', [], 'max'),
  searchLoad: gauge('search_index_load_seconds', 'Time of its last load', [], 'max'),
  searchChanges: counter('search_index_changes_total', 'Listings changed in the index'),
  cacheRequests: counter('cache_requests_total', 'Look-ups', ['cache', 'outcome']),
  cacheBytes: gauge('cache_bytes', 'Estimated size', ['cache']),
});

const business = ({ counter, gauge }: Kit) => ({
  orders: counter('orders_total', 'Events of orders', ['event']),
  offerMoves: counter('offers_moves_total', 'Moves of offers', ['event']),
  acceptRefused: counter('accept_refused_total', 'Refused acceptances', ['reason']),
  buildInfo: gauge('build_info', 'Always 1', ['version', 'node', 'kind'], 'first'),
});

/** All metrics of a process in a registry of its own. Labels never hold ids, addresses or what people typed. */
export function createInstruments() {
  const registry = new RefreshedRegistry();
  const kit = instrumentsOf(registry);
  return {
    registry,
    ...requests(kit),
    ...database(kit),
    ...shared(kit),
    ...background(kit),
    ...liveChannel(kit),
    ...searchAndCaches(kit),
    ...business(kit),
  };
}

export type Instruments = ReturnType<typeof createInstruments>;
