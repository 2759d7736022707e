const MAX_IDS = 1024;
/** Ids of a new block, which has room for later ones. */
const FILLED = 960;

/** Ids in order; only the first `size` are valid. */
export interface Block {
  readonly ids: Int32Array;
  size: number;
  /** Of all its ids together; null until a scan asks. */
  bits: { facets: number; kinds: number } | null;
}

const blockOf = (ids: Int32Array): Block => {
  const block = { ids: new Int32Array(MAX_IDS), size: ids.length, bits: null };
  block.ids.set(ids);
  return block;
};

/** Ids ordered by key, then id, in blocks: a change moves no more than one, and a scan skips those without matches. */
export class SortedIds {
  private blocks: Block[] = [];
  size = 0;

  /** An id's `key` may only change while the id is absent. */
  constructor(
    private readonly key: (id: number) => number,
    private readonly bits: Record<'facets' | 'kinds', (id: number) => number>,
  ) {}

  get byteLength() {
    return this.blocks.length * MAX_IDS * Int32Array.BYTES_PER_ELEMENT;
  }

  get last(): number {
    return this.blocks.at(-1)?.ids[(this.blocks.at(-1)?.size ?? 0) - 1] ?? 0;
  }

  /** Counts the ids before this position, which need not be occupied. */
  rank(key: number, id: number): number {
    const at = this.blockAt(key, id);
    const before = this.blocks.slice(0, at).reduce((sum, { size }) => sum + size, 0);
    const block = this.blocks[at];
    return block ? before + this.placeIn(block, key, id) : 0;
  }

  /** The ids from position `from` to before `to`, or backwards: of each block those from `start` to before `end`. */
  *parts(from: number, to: number): Generator<{ block: Block; start: number; end: number }> {
    const isForward = from < to;
    const [low, high] = isForward ? [from, to] : [to + 1, from + 1];
    let first = isForward ? 0 : this.size;
    for (let n = 0; n < this.blocks.length; n++) {
      const block = this.blocks[isForward ? n : this.blocks.length - 1 - n] as Block;
      if (!isForward) first -= block.size;
      const start = Math.max(low - first, 0);
      const end = Math.min(high - first, block.size);
      if (start < end) yield { block, start, end };
      if (isForward) first += block.size;
      if (isForward ? first >= high : first <= low) return;
    }
  }

  eachOf(key: number, visit: (id: number) => unknown) {
    let at = this.blockAt(key, 0);
    for (let block = this.blocks[at]; block; block = this.blocks[++at])
      for (let place = this.placeIn(block, key, 0); place < block.size; place++) {
        const id = block.ids[place] as number;
        if (this.key(id) !== key) return;
        visit(id);
      }
  }

  bitsOf(block: Block) {
    if (block.bits) return block.bits;
    block.bits = { facets: 0, kinds: 0 };
    for (const id of block.ids.subarray(0, block.size)) {
      block.bits.facets |= this.bits.facets(id);
      block.bits.kinds |= this.bits.kinds(id);
    }
    return block.bits;
  }

  /** Fills an empty one; `ids` are in id order. The object must not be used between the yields. */
  *filling(ids: Int32Array): Generator<void, void> {
    const sorted = yield* radixSorting(ids, this.key);
    for (let at = 0; at < sorted.length; at += FILLED)
      this.blocks.push(blockOf(sorted.subarray(at, at + FILLED)));
    this.size = ids.length;
  }

  /** Ids must be present, each once. */
  remove(removed: readonly number[]) {
    for (const id of removed) {
      const at = this.blockAt(this.key(id), id);
      const block = this.blocks[at] as Block;
      const place = this.placeIn(block, this.key(id), id);
      block.ids.copyWithin(place, place + 1, block.size);
      block.size -= 1;
      block.bits = null;
      this.joinNext(at, block);
    }
    this.size -= removed.length;
  }

  private joinNext(at: number, block: Block) {
    const next = this.blocks[at + 1];
    if (next && block.size + next.size <= MAX_IDS / 2) {
      block.ids.set(next.ids.subarray(0, next.size), block.size);
      block.size += next.size;
      this.blocks.splice(at + 1, 1);
    } else if (block.size === 0) this.blocks.splice(at, 1);
  }

  /** Ids must be absent, each once. */
  insert(fresh: readonly number[]) {
    for (const id of fresh) {
      const block = this.blockWithRoom(id);
      const place = this.placeIn(block, this.key(id), id);
      block.ids.copyWithin(place + 1, place, block.size);
      block.ids[place] = id;
      block.size += 1;
      block.bits = null;
    }
    this.size += fresh.length;
  }

  private blockWithRoom(id: number): Block {
    if (this.blocks.length === 0) this.blocks.push(blockOf(Int32Array.of()));
    const at = this.blockAt(this.key(id), id);
    const block = this.blocks[at] as Block;
    if (block.size < MAX_IDS) return block;
    const place = this.placeIn(block, this.key(id), id);
    // Ids that come in order leave full blocks behind.
    block.size = place === MAX_IDS ? FILLED : MAX_IDS / 2;
    block.bits = null;
    const rest = blockOf(block.ids.subarray(block.size));
    this.blocks.splice(at + 1, 0, rest);
    return place > block.size ? rest : block;
  }

  /** The last block that begins at or before this place, else the first. */
  private blockAt(key: number, id: number): number {
    const begins = (at: number) => this.isBefore(this.blocks[at]?.ids[0] ?? 0, key, id + 1);
    return Math.max(firstWithout(begins, this.blocks.length) - 1, 0);
  }

  private placeIn({ ids, size }: Block, key: number, id: number): number {
    return firstWithout((place) => this.isBefore(ids[place] ?? 0, key, id), size);
  }

  private isBefore(other: number, key: number, id: number) {
    const otherKey = this.key(other);
    return otherKey < key || (otherKey === key && other < id);
  }
}

export function firstWithout(has: (place: number) => boolean, end: number): number {
  let [low, high] = [0, end];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (has(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

const RADIX = 1 << 16;
const IDS_BETWEEN_YIELDS = 1 << 14;

/** Stable; keys are integers at most 2^53 apart. A third of the time of a native sort that compares keys. */
export function* radixSorting(ids: Int32Array, keyOf: (id: number) => number): Generator<void, Int32Array> {
  let [least, greatest] = [Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER];
  for (let at = 0; at < ids.length; at++) {
    least = Math.min(least, keyOf(ids[at] as number));
    greatest = Math.max(greatest, keyOf(ids[at] as number));
    if (at % IDS_BETWEEN_YIELDS === 0) yield;
  }
  let sorted = ids;
  for (let unit = 1; unit <= greatest - least; unit *= RADIX)
    sorted = yield* byDigit(sorted, (id) => Math.floor((keyOf(id) - least) / unit) % RADIX);
  return sorted;
}

function* byDigit(ids: Int32Array, digitOf: (id: number) => number): Generator<void, Int32Array> {
  const places = new Int32Array(RADIX + 1);
  for (let at = 0; at < ids.length; at++) {
    const digit = digitOf(ids[at] as number);
    places[digit + 1] = (places[digit + 1] as number) + 1;
    if (at % IDS_BETWEEN_YIELDS === 0) yield;
  }
  for (let digit = 1; digit <= RADIX; digit++)
    places[digit] = (places[digit] as number) + (places[digit - 1] as number);
  const sorted = new Int32Array(ids.length);
  for (let at = 0; at < ids.length; at++) {
    const digit = digitOf(ids[at] as number);
    sorted[places[digit] as number] = ids[at] as number;
    places[digit] = (places[digit] as number) + 1;
    if (at % IDS_BETWEEN_YIELDS === 0) yield;
  }
  return sorted;
}
