import type { Cable } from '../cable';
import type { HistoryReply, HistoryRequest } from '../fanout/history';

const MAX_BATCH = 200;

interface Waiting {
  readonly request: HistoryRequest;
  resolve(reply: HistoryReply): void;
  reject(error: unknown): void;
}

/** One query at a time; what is requested meanwhile goes with the next, as after a restart every client asks. */
export class HistoryReader {
  readonly #cable: Pick<Cable, 'readHistory'>;
  readonly #waiting: Waiting[] = [];
  #isReading = false;

  constructor(cable: Pick<Cable, 'readHistory'>) {
    this.#cable = cable;
  }

  read(request: HistoryRequest): Promise<HistoryReply> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ request, resolve, reject });
      if (!this.#isReading) void this.#readAll();
    });
  }

  async #readAll() {
    this.#isReading = true;
    // Collects the requests of one turn of the event loop.
    await null;
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, MAX_BATCH);
      try {
        const replies = await this.#cable.readHistory(batch.map(({ request }) => request));
        for (const [index, { resolve, reject }] of batch.entries()) {
          const reply = replies[index];
          if (reply) resolve(reply);
          else reject(new Error('no reply'));
        }
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    this.#isReading = false;
  }
}
