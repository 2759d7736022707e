const MAX_IN_32_BITS = 2 ** 32 - 1;

/** Whole amounts by id. Widened to 64 bits by the first one above 32, such as a price above $42,949,672.95. */
export class Amounts {
  private values: Uint32Array | Float64Array = new Uint32Array(0);

  readonly of = (id: number) => this.values[id] ?? 0;

  write(id: number, amount: number) {
    if (amount > MAX_IN_32_BITS && this.values instanceof Uint32Array)
      this.values = Float64Array.from(this.values);
    this.values[id] = amount;
  }

  reserve(room: number) {
    const larger = this.values instanceof Uint32Array ? new Uint32Array(room) : new Float64Array(room);
    larger.set(this.values);
    this.values = larger;
  }
}
