import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { projectRoot } from './roots';

export interface ReadPdf {
  readonly pages: readonly {
    readonly lines: readonly string[];
    readonly width: number;
    readonly height: number;
    /** Where the text that reaches furthest to the right ends. */
    readonly furthest: number;
    /** Of the page's elements for screen readers. */
    readonly roles: readonly string[];
  }[];
  readonly info: { readonly Title?: string; readonly Language?: string };
  readonly marked: boolean;
}

/** In a process of its own: the reader is a module, so that its fonts and workers end with it. */
export const readPdf = (file: Buffer): ReadPdf =>
  JSON.parse(
    execFileSync(process.execPath, [join(projectRoot, 'test/support/read-pdf.mjs')], {
      input: file,
      maxBuffer: 64 * 1024 * 1024,
      encoding: 'utf8',
    }),
  );

export const textOf = (file: Buffer): string =>
  readPdf(file)
    .pages.flatMap(({ lines }) => lines)
    .join('\n');
