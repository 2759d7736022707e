interface Check {
  readonly name: string;
  readonly meaning: string;
  readonly remedy: string;
}

export interface SqlCheck extends Check {
  /** Rows of (subject text, detail text). */
  readonly sql: string;
}

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
