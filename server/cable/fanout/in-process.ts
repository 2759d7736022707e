import type { Fanout, FanoutListener } from './fanout';

export function localFanout(): Fanout {
  const listeners = new Set<FanoutListener>();
  return {
    async publish(stream, json) {
      for (const listener of listeners) listener.message(stream, json);
    },
    async listen(listener) {
      listeners.add(listener);
    },
    isListening: () => listeners.size > 0,
    async stop() {
      listeners.clear();
    },
  };
}
