import type { ReactNode } from 'react';
import { formatUnits } from '../../server/contract/money';
import type { SystemDatabase, SystemStorage } from '../../server/system/contract';
import { Badge } from '../ui/badge';
import { useDates } from '../ui/dates';
import { bytes, duration } from './format';

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

function replicaText({ replica }: SystemDatabase) {
  if (replica === null) return 'None';
  if (replica.lag_seconds === null) return 'Not answering';
  return `${replica.lag_seconds.toFixed(1)} s behind`;
}

export const Database = ({ database }: { database: SystemDatabase }) => (
  <section id="database" className="card stack tight" aria-labelledby="database-title">
    <h2 id="database-title">Database</h2>
    <dl className="facts">
      <Fact name="Size">{bytes(database.size_bytes)}</Fact>
      <Fact name="Connections">
        {database.connections} of {database.max_connections}
      </Fact>
      <Fact name="Oldest transaction">
        {database.oldest_transaction_seconds < 1 ? 'None' : duration(database.oldest_transaction_seconds)}
      </Fact>
      <Fact name="Replica">{replicaText(database)}</Fact>
      <Fact name="Migrations">
        {database.migrated ? 'Up to date' : <Badge tone="red">Missing</Badge>}
        <div className="faint tiny system-long">{database.migration.replace(/\.\w+$/, '')}</div>
      </Fact>
      <Fact name="Clock offset">{database.clock_offset_seconds.toFixed(1)} s</Fact>
    </dl>
  </section>
);

export const Storage = ({ storage }: { storage: SystemStorage }) => (
  <section id="storage" className="card stack tight" aria-labelledby="storage-title">
    <h2 id="storage-title">Storage</h2>
    <dl className="facts">
      <Fact name="Kept in">{storage.kind === 'disk' ? 'Disk of this server' : 'S3 bucket'}</Fact>
      <Fact name="Uploads">{formatUnits(storage.uploads)}</Fact>
      {storage.disk && (
        <Fact name="Free disk space">
          {bytes(storage.disk.free_bytes)} of {bytes(storage.disk.total_bytes)}
        </Fact>
      )}
      <Fact name="Last backup">
        <LastBackup backup={storage.backup} />
      </Fact>
    </dl>
  </section>
);

function LastBackup({ backup: { configured, last, last_success_at } }: Pick<SystemStorage, 'backup'>) {
  const { moment } = useDates();
  if (last?.error)
    return (
      <>
        <Badge tone="red">Failed</Badge>
        <div className="small">{last.error}</div>
        <div className="faint tiny">
          {last_success_at ? `Last success ${moment(last_success_at)}` : 'None has succeeded yet'}
        </div>
      </>
    );
  if (last_success_at)
    return (
      <>
        <time dateTime={last_success_at}>{moment(last_success_at)}</time>
        {last && last.bytes !== null && <div className="faint tiny">{bytes(last.bytes)}</div>}
      </>
    );
  return configured ? 'None yet' : 'No backup is configured.';
}
