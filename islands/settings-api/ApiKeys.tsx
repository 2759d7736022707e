import { useState } from 'react';
import { type ApiKeyDocument, type NewSecret, revokeApiKey } from '../../server/accounts/keys/contract';
import { hasLimits } from '../../server/accounts/keys/rules';
import { keyCapabilities } from '../../server/contract/capabilities';
import { call } from '../browser/api';
import { AskedDialog } from '../forms/asked-button';
import { SecretDialog } from '../integrations/SecretDialog';
import { creatorText } from '../integrations/WebhookStatus';
import { Badge } from '../ui/badge';
import { Button } from '../ui/button';
import { type Dates, useDates } from '../ui/dates';
import { limitsCell } from '../ui/limits';
import { Menu } from '../ui/menu';
import { type Column, Table } from '../ui/table';
import { CreateKeyDialog } from './CreateKeyDialog';
import { RefusalsDialog } from './RefusalsDialog';
import { RotateDialog } from './RotateDialog';

type Kind = 'buyer' | 'seller';

interface Props {
  kind: Kind;
  keys: readonly ApiKeyDocument[];
  onChange: () => Promise<unknown>;
}

type OpenedDialog =
  | { act: 'create' }
  | { act: 'rotate' | 'revoke' | 'refusals'; apiKey: ApiKeyDocument }
  | { act: 'secret'; made: NewSecret };

export function ApiKeys({ kind, keys, onChange }: Props) {
  const [opened, setOpened] = useState<OpenedDialog | null>(null);
  const dates = useDates();
  const onClose = () => setOpened(null);
  const onMade = (made: NewSecret) => {
    setOpened({ act: 'secret', made });
    void onChange();
  };
  return (
    <section className="section">
      <div className="section-head">
        <div>
          <h2>{`API keys (${keys.length})`}</h2>
          <p className="lede">
            The <a href="/api/docs">API guide</a> describes every call, with examples.
          </p>
        </div>
        <Button icon="plus" onClick={() => setOpened({ act: 'create' })}>
          Create API Key
        </Button>
      </div>
      {keys.length === 0 ? (
        <p className="muted">No API keys yet. A key lets your ERP or store act under its own name.</p>
      ) : (
        <Table
          caption="API keys"
          lines
          rows={keys}
          rowKey={({ id }) => id}
          columns={columnsOf({
            kind,
            dates,
            onOpen: (act, apiKey) => setOpened({ act, apiKey }),
          })}
        />
      )}
      {opened?.act === 'create' && <CreateKeyDialog kind={kind} onMade={onMade} onClose={onClose} />}
      {opened?.act === 'rotate' && <RotateDialog apiKey={opened.apiKey} onMade={onMade} onClose={onClose} />}
      {opened?.act === 'refusals' && <RefusalsDialog apiKey={opened.apiKey} onClose={onClose} />}
      {opened?.act === 'secret' && (
        <SecretDialog of="key" title={opened.made.api_key.name} secret={opened.made.secret} onClose={onClose}>
          Send it with each call as <code>Authorization: Bearer</code>. Anyone who has it can do everything
          the key can.
        </SecretDialog>
      )}
      {opened?.act === 'revoke' && (
        <AskedDialog
          label="Revoke Key"
          title={`Revoke ${opened.apiKey.name}?`}
          open
          act={() => call(revokeApiKey, { id: opened.apiKey.id })}
          done={`${opened.apiKey.name} was revoked.`}
          onChange={onChange}
          onClose={onClose}
        >
          Software that uses it stops working right away. Its offers and orders stay.
        </AskedDialog>
      )}
    </section>
  );
}

interface ColumnOptions {
  kind: Kind;
  dates: Dates;
  onOpen: (act: 'rotate' | 'revoke' | 'refusals', apiKey: ApiKeyDocument) => void;
}

const columnsOf = ({ kind, dates, onOpen }: ColumnOptions): Column<ApiKeyDocument>[] => [
  { key: 'name', head: 'Name', rowHead: true, cell: (apiKey) => <Name apiKey={apiKey} dates={dates} /> },
  { key: 'key', head: 'Key', cell: ({ prefix }) => <code>{`${prefix}…`}</code> },
  { key: 'capabilities', head: 'Capabilities', cell: (apiKey) => capabilitiesText(kind, apiKey) },
  ...(hasLimits(kind)
    ? [
        {
          key: 'limits',
          head: 'Limits',
          cell: ({ limits }: ApiKeyDocument) => limitsCell(limits) || 'No limit',
        },
      ]
    : []),
  {
    key: 'used',
    head: 'Last used',
    line: 'fact',
    cell: (apiKey) => (
      <>
        <span className="line-only">{narrowText(kind, apiKey)} · Last used: </span>
        {usedText(apiKey, dates)}
        <span className="line-only">
          {' · '}
          {apiKey.expired ? 'Expired' : 'Expires'}: {dates.day(apiKey.expires_at)}
        </span>
      </>
    ),
  },
  {
    key: 'expires',
    head: 'Expires',
    cell: ({ expires_at, expired }) => (
      <>
        <span className="no-line">{dates.day(expires_at)}</span>{' '}
        {expired && <Badge tone="red">Expired</Badge>}
      </>
    ),
  },
  {
    key: 'actions',
    head: 'Actions',
    headHidden: true,
    num: true,
    line: 'actions',
    cell: (apiKey) => (
      <Menu label={`Actions for ${apiKey.name}`}>
        {() => (
          <>
            <button type="button" role="menuitem" onClick={() => onOpen('rotate', apiKey)}>
              Rotate
            </button>
            <button type="button" role="menuitem" onClick={() => onOpen('refusals', apiKey)}>
              View Refused Calls
            </button>
            <button type="button" role="menuitem" onClick={() => onOpen('revoke', apiKey)}>
              Revoke
            </button>
          </>
        )}
      </Menu>
    ),
  },
];

const capabilitiesText = (kind: Kind, { capabilities }: ApiKeyDocument) =>
  capabilities.length === keyCapabilities[kind].length ? 'All' : capabilities.join(', ');

const usedText = ({ last_used_at, last_used_ip }: ApiKeyDocument, dates: Dates) =>
  last_used_at ? [dates.day(last_used_at), last_used_ip].filter(Boolean).join(' · ') : 'Never';

/** What narrow screens have no columns for. */
const narrowText = (kind: Kind, apiKey: ApiKeyDocument) =>
  [capabilitiesText(kind, apiKey), hasLimits(kind) && limitsCell(apiKey.limits)].filter(Boolean).join(' · ');

const Name = ({ apiKey, dates }: { apiKey: ApiKeyDocument; dates: Dates }) => (
  <div className="member-name">
    <span>{apiKey.name}</span>
    <span className="muted small">
      {apiKey.overlap_until
        ? `Old secret works until ${dates.deadline(apiKey.overlap_until)}`
        : `Created by ${creatorText(apiKey)}`}
    </span>
  </div>
);
