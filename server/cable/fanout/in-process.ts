import type { Fanout, FanoutListener } from './fanout';

/** Within one process: for tests, which see every broadcast without another part. */
export function localFanout(): Fanout {
  const listeners = new Set<FanoutListener>();
  return {
    async publish(stream, json) {
      for (const ear of listeners) ear.message(stream, json);
    },
    async listen(ear) {
      listeners.add(ear);
    },
    async stop() {
      listeners.clear();
    },
  };
}
