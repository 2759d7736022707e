import { createStore } from '../browser/store';

/** `idle` before the first subscription; `lost` reconnects, `refused` does not; `limited` asks over HTTP. */
export type ConnectionState = 'idle' | 'live' | 'lost' | 'limited' | 'refused' | 'crowded';

/** Shorter interruptions are not shown. */
const GRACE_MS = 2_500;

const state = createStore<ConnectionState>('idle');
let timer: ReturnType<typeof setTimeout> | undefined;

export const { get: connectionState, subscribe: onConnectionChange } = state;

function change(next: ConnectionState) {
  if (next !== connectionState()) state.set(next);
}

export function setConnectionState(next: ConnectionState) {
  if (next === 'lost') {
    timer ??= setTimeout(() => change('lost'), GRACE_MS);
    return;
  }
  clearTimeout(timer);
  timer = undefined;
  change(next);
}
