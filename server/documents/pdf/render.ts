import { composeDocument } from './compose';
import type { AnyContent } from './content';
import { drawDocument } from './draw';

/** One for each version that a document was issued with: a reprint has the bytes of its first print. */
const templates = new Map([
  [1, { hasFallbacks: false }],
  [2, { hasFallbacks: true }],
  [3, { hasFallbacks: true }],
  [4, { hasFallbacks: true }],
]);

interface RenderOptions {
  readonly compress?: boolean;
}

/** Blocks for up to a second: only for the thread of `render-thread.ts`. */
export async function renderDocument(
  root: string,
  templateVersion: number,
  content: AnyContent,
  { compress = true }: RenderOptions = {},
): Promise<Buffer> {
  const template = templates.get(templateVersion);
  if (!template) throw new Error(`There is no template ${templateVersion}`);
  const created = new Date(content.issued_at);
  return drawDocument(composeDocument(content), {
    root,
    brand: content.brand,
    created,
    compress,
    ...template,
  });
}
