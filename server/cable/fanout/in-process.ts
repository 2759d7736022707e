import type { Fanout, FanoutListener } from './fanout';

/** Within one process: for tests, which see every broadcast without another part. */
export function localFanout(): Fanout {
  const ears = new Set<FanoutListener>();
  return {
    async publish(stream, json) {
      for (const ear of ears) ear.message(stream, json);
    },
    async listen(ear) {
      ears.add(ear);
    },
    async stop() {
      ears.clear();
    },
  };
}
