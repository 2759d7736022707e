import { FRAMES_PER_WINDOW, WINDOW_MS } from './limits';

/** What one socket may still send in its window of time. */
export class FrameRateLimit {
  #windowStart = 0;
  #taken = 0;

  /** Whether one more frame is allowed. */
  take(now: number): boolean {
    if (now - this.#windowStart >= WINDOW_MS) {
      this.#windowStart = now;
      this.#taken = 0;
    }
    return ++this.#taken <= FRAMES_PER_WINDOW;
  }
}
