import { useSyncExternalStore } from 'react';
import { type ConnectionState, connectionState, onConnectionChange } from './connection-state';

const TEXTS: Partial<Record<ConnectionState, string>> = {
  lost: 'Live updates paused. Reconnecting…',
  limited: 'Live updates are limited on this network. We check every 20 seconds.',
  refused: 'Live updates are off. Reload the page to see changes.',
  crowded: 'Live updates are off in this tab because too many tabs are open.',
};

const onServer = (): ConnectionState => 'idle';

export function ConnectionStatus() {
  const state = useSyncExternalStore(onConnectionChange, connectionState, onServer);
  const text = TEXTS[state];
  return (
    <p className="connection-sign" role="status" data-state={state} hidden={!text}>
      {text}
    </p>
  );
}
