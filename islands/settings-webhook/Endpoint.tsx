import { useState } from 'react';
import {
  changeWebhook,
  deleteWebhook,
  type NewWebhookSecret,
  rotateWebhookSecret,
  testWebhook,
  type WebhookDocument,
} from '../../server/events/webhooks/contract';
import { notify } from '../browser/alerts';
import { call } from '../browser/api';
import { visit } from '../browser/navigation';
import { notifyError, useAct } from '../browser/use-act';
import { AskedDialog } from '../forms/asked-button';
import { LateEndpointDialog } from '../integrations/LateEndpointDialog';
import { SigningSecretDialog } from '../integrations/SecretDialog';
import { addressText, creatorText, typesText, WebhookStatus } from '../integrations/WebhookStatus';
import { Button } from '../ui/button';
import { type Dates, useDates } from '../ui/dates';
import { Notice } from '../ui/feedback';
import { Icon } from '../ui/icon';
import { Menu } from '../ui/menu';

interface Props {
  kind: 'buyer' | 'seller';
  webhook: WebhookDocument;
  onChange: () => Promise<unknown>;
}

/** After which most deliveries were tried. */
const ARRIVES_AFTER_MS = 2_500;

type OpenedDialog = 'edit' | 'rotate' | 'disable' | 'delete' | NewWebhookSecret;

export function Endpoint({ kind, webhook, onChange }: Props) {
  const [opened, setOpened] = useState<OpenedDialog | null>(null);
  const dates = useDates();
  const { busyWith, run } = useAct<'test' | 'enable'>({ onError: notifyError() });
  const { id } = webhook;
  const onClose = () => setOpened(null);
  const sendTest = () =>
    void run(async () => {
      await call(testWebhook, { id });
      notify('success', 'Sending a test event.');
      await onChange();
      setTimeout(() => void onChange(), ARRIVES_AFTER_MS);
    }, 'test');
  const enable = () =>
    void run(async () => {
      await call(changeWebhook, { id }, { enabled: true });
      notify('success', 'Endpoint enabled.');
      await onChange();
    }, 'enable');
  return (
    <section className="section">
      <p>
        <a className="page-back" href="/settings/api">
          <Icon name="chevron-left" />
          All endpoints
        </a>
      </p>
      <div className="section-head">
        <h2 className="webhook-address">{addressText(webhook)}</h2>
        <div className="button-row">
          <Button busy={busyWith === 'test'} onClick={sendTest}>
            Send Test Event
          </Button>
          <Menu label="More actions for this endpoint">
            {() => (
              <>
                <button type="button" role="menuitem" onClick={() => setOpened('edit')}>
                  Edit
                </button>
                <button type="button" role="menuitem" onClick={() => setOpened('rotate')}>
                  Rotate Secret
                </button>
                {webhook.enabled && (
                  <button type="button" role="menuitem" onClick={() => setOpened('disable')}>
                    Disable
                  </button>
                )}
                <button type="button" role="menuitem" onClick={() => setOpened('delete')}>
                  Delete
                </button>
              </>
            )}
          </Menu>
        </div>
      </div>
      <div className="stack">
        {!webhook.enabled && (
          <Notice
            tone="yellow"
            title={DISABLED[webhook.disabled_reason ?? 'owner']}
            action={
              <Button busy={busyWith === 'enable'} onClick={enable}>
                Enable Endpoint
              </Button>
            }
          >
            No events are sent to it. After you enable it, you can replay the events it missed.
          </Notice>
        )}
        <dl className="facts settings-column">
          <div>
            <dt>Status</dt>
            <dd>
              <WebhookStatus webhook={webhook} dates={dates} />
            </dd>
          </div>
          <div>
            <dt>Events</dt>
            <dd>{typesText(kind, webhook.types)}</dd>
          </div>
          <div>
            <dt>Added</dt>
            <dd>{`${dates.day(webhook.created_at)} by ${creatorText(webhook)}`}</dd>
          </div>
          {pauses(webhook, dates).map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </div>
      <LateEndpointDialog
        open={opened === 'edit'}
        kind={kind}
        webhook={webhook}
        onMade={() => {
          onClose();
          notify('success', 'Endpoint saved.');
          void onChange();
        }}
        onClose={onClose}
      />
      {opened !== null && typeof opened === 'object' && (
        <SigningSecretDialog title={addressText(webhook)} secret={opened.secret} onClose={onClose} />
      )}
      <AskedDialog
        label="Rotate Secret"
        title="Rotate the signing secret?"
        open={opened === 'rotate'}
        act={async () => setOpened(await call(rotateWebhookSecret, { id }))}
        done="The signing secret was rotated."
        onChange={onChange}
        onClose={() => setOpened((now) => (now === 'rotate' ? null : now))}
      >
        For 24 hours, messages are signed with both the old and the new secret. After that, only the new one
        works.
      </AskedDialog>
      <AskedDialog
        label="Disable Endpoint"
        title="Disable this endpoint?"
        open={opened === 'disable'}
        act={() => call(changeWebhook, { id }, { enabled: false })}
        done="Endpoint disabled."
        onChange={onChange}
        onClose={onClose}
      >
        No events are sent to it until you enable it again. Events waiting to be sent are canceled.
      </AskedDialog>
      <AskedDialog
        label="Delete Endpoint"
        title={`Delete ${addressText(webhook)}?`}
        open={opened === 'delete'}
        act={() => call(deleteWebhook, { id })}
        done="Endpoint deleted."
        onChange={async () => visit('/settings/api')}
        onClose={onClose}
      >
        This also deletes its deliveries and signing secret. The events stay in the feed.
      </AskedDialog>
    </section>
  );
}

const DISABLED = {
  owner: 'This endpoint is disabled',
  failing: 'This endpoint failed for five days and was disabled',
  gone: 'This endpoint answered 410 Gone and was disabled',
} as const;

function pauses({ paused_until, previous_secret_until }: WebhookDocument, dates: Dates): [string, string][] {
  const facts: [string, string][] = [];
  if (paused_until) facts.push(['Slowed down until', dates.deadline(paused_until)]);
  if (previous_secret_until) facts.push(['Old secret works until', dates.deadline(previous_secret_until)]);
  return facts;
}
