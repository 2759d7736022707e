const MAX_PER_SECOND = 20;
const SECOND_MS = 1_000;

export class SignInQuota {
  #second = 0;
  #count = 0;

  take(now: number): boolean {
    const second = Math.floor(now / SECOND_MS);
    if (second !== this.#second) this.#count = 0;
    this.#second = second;
    this.#count += 1;
    return this.#count <= MAX_PER_SECOND;
  }
}
