export interface Postgres {
  readonly url: string;
  readonly pid: number;
  /** Stops the server unless other processes use it. */
  stop(): Promise<void>;
}

export interface PostgresOptions {
  readonly settings?: Readonly<Record<string, string | number>>;
  readonly temporary?: boolean;
  readonly say?: (line: string) => void;
}

export function startPostgres(folder: string, options?: PostgresOptions): Promise<Postgres>;
