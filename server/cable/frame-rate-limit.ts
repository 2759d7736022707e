import { FRAME_WINDOW_MS, MAX_FRAMES_PER_WINDOW } from './limits';

export class FrameRateLimit {
  #windowStart = 0;
  #count = 0;

  /** Counts a frame; returns whether it is allowed. */
  take(now: number): boolean {
    if (now - this.#windowStart >= FRAME_WINDOW_MS) {
      this.#windowStart = now;
      this.#count = 0;
    }
    return ++this.#count <= MAX_FRAMES_PER_WINDOW;
  }
}
