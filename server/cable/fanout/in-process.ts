import type { Fanout, FanoutListener } from './fanout';
import { MemoryHistory } from './memory-history';

export function localFanout(): Fanout {
  const listeners = new Set<FanoutListener>();
  const history = new MemoryHistory();
  return {
    async publish(stream, json, { isKept = false } = {}) {
      const position = isKept ? history.add(stream, json) : null;
      for (const listener of listeners) listener.message(stream, json, position);
    },
    readHistory: async (requests) => requests.map((request) => history.read(request)),
    async listen(listener) {
      listeners.add(listener);
    },
    isListening: () => listeners.size > 0,
    async stop() {
      listeners.clear();
    },
  };
}
