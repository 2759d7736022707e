/** Runs in the measured process: follows the driver's commands and reports memory and processor time. */
export function serve({ ready, toAll, toOne, counts, stop = () => {} }) {
  const payload = (number) => ({ number, at: Number(process.hrtime.bigint()), fill: 'x'.repeat(50) });
  const orders = {
    all: (number) => toAll(payload(number)),
    some({ from, to, round }) {
      for (let index = from; index < to; index++) toOne(index, payload(round));
    },
    async memory() {
      // Twice, with a pause: finalizers free buffers.
      for (let time = 0; time < 3; time++) {
        globalThis.gc();
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      const { rss, heapUsed, external } = process.memoryUsage();
      return { rss, heap: heapUsed + external, ...counts() };
    },
    cpu() {
      const { user, system } = process.cpuUsage();
      return { cpu: user + system };
    },
    async stop() {
      await stop();
      process.exit(0);
    },
  };
  process.on('message', async ({ id, order, argument }) => {
    process.send({ id, answer: (await orders[order](argument)) ?? null });
  });
  process.on('disconnect', () => process.exit(0));
  process.send({ ready });
}
