export interface Clock {
  now(): number;
  every(ms: number, work: () => void): () => void;
}
