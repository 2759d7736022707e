import { Registry } from 'prom-client';

type Refresh = () => void | Promise<void>;

/** Asks its sources before it is read, also by the primary of a cluster. */
export class RefreshedRegistry extends Registry {
  readonly #sources = new Set<Refresh>();

  /** The source must not throw, and not wait for long. Returns what removes it. */
  beforeRead(refresh: Refresh) {
    this.#sources.add(refresh);
    return () => void this.#sources.delete(refresh);
  }

  override async metrics() {
    await this.#refresh();
    return super.metrics();
  }

  override async getMetricsAsJSON() {
    await this.#refresh();
    return super.getMetricsAsJSON();
  }

  async #refresh() {
    await Promise.all([...this.#sources].map((refresh) => refresh()));
  }
}
