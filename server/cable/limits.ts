export const MAX_SOCKETS_PER_USER = 10;
export const MAX_SUBSCRIPTIONS_PER_USER = 20;
const MAX_FRAMES_PER_WINDOW = 60;
const FRAME_WINDOW_MS = 10_000;
export const MAX_FRAME_BYTES = 32 * 1024;
export const MAX_PENDING_CHARACTERS = 64 * 1024;
/** Total length of a user's different identifiers, which stay in memory as long as their subscriptions. */
export const MAX_USER_IDENTIFIER_CHARACTERS = 256 * 1024;
export const MAX_BUFFERED_BYTES = 1024 * 1024;
export const IDENTIFICATION_TIMEOUT_MS = 15_000;
/** Keeps a storm of connections out of the database pool's queue. */
export const MAX_CONCURRENT_IDENTIFICATIONS = 64;

export class FrameRateLimit {
  #windowStart = 0;
  #count = 0;

  take(now: number): boolean {
    if (now - this.#windowStart >= FRAME_WINDOW_MS) {
      this.#windowStart = now;
      this.#count = 0;
    }
    return ++this.#count <= MAX_FRAMES_PER_WINDOW;
  }
}
