/** `idle` before the first subscription; `lost` reconnects, `refused` does not. */
export type ConnectionState = 'idle' | 'live' | 'lost' | 'refused' | 'crowded';

/** Shorter interruptions are not shown. */
const GRACE_MS = 2_500;

let state: ConnectionState = 'idle';
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

export const connectionState = (): ConnectionState => state;

export function onConnectionChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function change(next: ConnectionState) {
  if (next === state) return;
  state = next;
  for (const listener of listeners) listener();
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
