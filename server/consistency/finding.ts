interface Check {
  readonly name: string;
  readonly meaning: string;
  readonly remedy: string;
}

export interface Statement {
  /** Rows of (subject text, detail text). */
  readonly sql: string;
  /** The table in whose id ranges `:first` to `:last` it is asked; without, it is asked once. */
  readonly over?: { readonly table: string; readonly id: string };
}

export interface SqlCheck extends Check {
  readonly statements: readonly Statement[];
}

export const overIds = (table: string, sql: string, id = 'id'): Statement => ({ sql, over: { table, id } });

export const atOnce = (sql: string): Statement => ({ sql });

export interface Finding {
  readonly subject: string;
  readonly detail: string;
}

export const MAX_FINDINGS = 1_000;

export interface CheckResult extends Check {
  readonly total: number;
  /** At most `MAX_FINDINGS`. */
  readonly findings: readonly Finding[];
}
