export interface Postgres {
  readonly url: string;
  readonly pid: number;
  /** Leaves the server, and stops it where nobody else uses it. */
  stop(): Promise<void>;
}

export interface PostgresOptions {
  readonly settings?: Readonly<Record<string, string | number>>;
  readonly temporary?: boolean;
  readonly say?: (line: string) => void;
}

export function startPostgres(folder: string, options?: PostgresOptions): Promise<Postgres>;
