export interface DocumentPage {
  readonly title: string;
  readonly facts: readonly Fact[];
  readonly parties: readonly PartyBlock[];
  readonly headline: string;
  readonly subline: string | null;
  readonly notes: readonly Fact[];
  readonly columns: readonly string[];
  readonly rows: readonly PageRow[];
  readonly totals: readonly Fact[];
  readonly appendix: Fact | null;
  readonly closing: string;
  readonly footer: string;
}

export interface Fact {
  readonly label: string;
  readonly value: string;
}

export interface PartyBlock {
  readonly heading: string;
  readonly name: string;
  readonly lines: readonly string[];
}

export interface PageRow {
  readonly name: string;
  readonly detail: string;
  readonly cells: readonly string[];
}
