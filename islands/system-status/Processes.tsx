import { counted } from '../../server/contract/money';
import type { SystemProcess, SystemStatus } from '../../server/system/contract';
import { Badge } from '../ui/badge';
import { type Dates, useDates } from '../ui/dates';
import { Notice } from '../ui/feedback';
import { type Column, Table } from '../ui/table';
import { bytes } from './format';

const KINDS = { web: 'Web', worker: 'Worker', all: 'Web and worker' };

const orDash = (figure: number | null, text: (figure: number) => string) =>
  figure === null ? '–' : text(figure);

/** What phones have no columns for. */
const figuresOf = ({ event_loop_lag_ms, memory_bytes, connections }: SystemProcess) =>
  [
    event_loop_lag_ms !== null && `${event_loop_lag_ms} ms lag`,
    memory_bytes !== null && bytes(memory_bytes),
    connections !== null && counted(connections, 'connection'),
  ]
    .filter(Boolean)
    .join(' · ');

const columnsOf = ({ moment }: Dates): readonly Column<SystemProcess>[] => [
  {
    key: 'kind',
    head: 'Process',
    rowHead: true,
    cell: (process) => (
      <>
        {KINDS[process.kind]}
        <div className="faint tiny system-long">
          {process.host} · {process.pid}
        </div>
        <span className="line-only faint tiny">{figuresOf(process)}</span>
      </>
    ),
  },
  {
    key: 'state',
    head: 'Status',
    line: 'amount',
    cell: ({ responding }) => (
      <Badge tone={responding ? 'green' : 'red'}>{responding ? 'Running' : 'Not responding'}</Badge>
    ),
  },
  {
    key: 'version',
    head: 'Version',
    cell: ({ version, node }) => (
      <div>
        <span className="nowrap">{version.slice(0, 12)}</span>
        <div className="faint tiny">Node {node}</div>
      </div>
    ),
  },
  {
    key: 'started',
    head: 'Started',
    cell: ({ started_at, seen_at, responding }) => (
      <div>
        <time dateTime={started_at}>{moment(started_at)}</time>
        {!responding && <div className="faint tiny">Last seen {moment(seen_at)}</div>}
      </div>
    ),
  },
  {
    key: 'requests',
    head: 'Requests/s',
    num: true,
    cell: ({ requests_per_second }) => orDash(requests_per_second, String),
  },
  {
    key: 'lag',
    head: 'Loop lag',
    num: true,
    cell: ({ event_loop_lag_ms }) => orDash(event_loop_lag_ms, (ms) => `${ms} ms`),
  },
  {
    key: 'memory',
    head: 'Memory',
    num: true,
    cell: ({ memory_bytes }) => orDash(memory_bytes, bytes),
  },
  {
    key: 'connections',
    head: 'Connections',
    num: true,
    cell: ({ connections }) => orDash(connections, String),
  },
];

const versionsOf = (processes: readonly SystemProcess[]) =>
  new Set(processes.filter(({ responding }) => responding).map(({ version }) => version)).size;

export function Processes({ processes }: Pick<SystemStatus, 'processes'>) {
  const columns = columnsOf(useDates());
  const versions = versionsOf(processes);
  return (
    <section id="processes" className="stack" aria-labelledby="processes-title">
      <h2 id="processes-title">Processes</h2>
      {versions > 1 && (
        <Notice tone="accent">{`A deploy is in progress: ${versions} versions are running.`}</Notice>
      )}
      <Table
        caption="Running processes"
        rows={processes}
        rowKey={({ id }) => id}
        columns={columns}
        lines="wide"
        empty={<p className="muted">No process has reported yet. Each reports every 10 seconds.</p>}
      />
    </section>
  );
}
