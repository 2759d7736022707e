import pg from 'pg';
import { isMoney, toCents } from './money-columns';

interface Column {
  readonly name: string;
  readonly dataTypeID: number;
}

type Parse = (text: string) => unknown;

interface Types {
  getTypeParser(oid: number, format: 'text'): Parse;
}

/** Reads the rows of one statement. */
class RowReader {
  readonly #columns: readonly Column[];
  readonly #parsers: readonly Parse[];
  readonly #empty: Readonly<Record<string, unknown>>;

  constructor(columns: readonly Column[], types: Types) {
    this.#columns = columns;
    this.#parsers = columns.map(({ name, dataTypeID }) => {
      const parse = types.getTypeParser(dataTypeID, 'text');
      return isMoney(name) ? (text) => toCents(parse(text)) : parse;
    });
    this.#empty = Object.fromEntries(columns.map(({ name }) => [name, null]));
  }

  reads(columns: readonly Column[]) {
    if (columns.length !== this.#columns.length) return false;
    return this.#columns.every(({ name, dataTypeID }, index) => {
      const column = columns[index];
      return column?.name === name && column.dataTypeID === dataTypeID;
    });
  }

  read(values: readonly (string | null)[]): Record<string, unknown> {
    const row = { ...this.#empty };
    for (const [index, { name }] of this.#columns.entries()) {
      const value = values[index];
      if (typeof value === 'string') row[name] = this.#parsers[index]?.(value);
    }
    return row;
  }
}

/** What a statement's answers have in common; a migration may change it. */
export interface AnswerShape {
  reader?: RowReader;
}

/** Takes the place of pg's Result, which looks up columns and parsers for each answer. */
class StatementRows {
  readonly rows: Record<string, unknown>[] = [];
  readonly command = null;
  /** Set by the connection. */
  _types: Types | undefined;
  readonly #shape: AnswerShape;
  /** Of this answer, whatever others find meanwhile. */
  #reader: RowReader | undefined;

  constructor(shape: AnswerShape) {
    this.#shape = shape;
  }

  addFields(columns: readonly Column[]) {
    if (this._types && !this.#shape.reader?.reads(columns))
      this.#shape.reader = new RowReader(columns, this._types);
    this.#reader = this.#shape.reader;
  }

  parseRow(values: readonly (string | null)[]) {
    return this.#reader?.read(values);
  }

  addRow(row: Record<string, unknown>) {
    this.rows.push(row);
  }

  addCommandComplete() {}
}

interface Statement {
  readonly name: string | undefined;
  readonly text: string;
  readonly values: readonly unknown[];
  readonly shape: AnswerShape;
}

type QueryParts = {
  name: string | undefined;
  values: readonly unknown[];
  _result: StatementRows;
  _results: StatementRows;
  callback: (error: Error | null) => void;
};

/** Sends it over pg's own query, whose constructor copies a config property by property. */
export const sendStatement = <Row>(
  connection: pg.ClientBase,
  { name, text, values, shape }: Statement,
): Promise<Row[]> =>
  new Promise((resolve, reject) => {
    const answer = new StatementRows(shape);
    const parts: QueryParts = {
      name,
      values,
      _result: answer,
      _results: answer,
      callback: (error) => (error ? reject(error) : resolve(answer.rows as Row[])),
    };
    connection.query(Object.assign(new pg.Query(text), parts));
  });
