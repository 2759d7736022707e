import { constants, setPriority } from 'node:os';
import type { MessagePort } from 'node:worker_threads';
import { fromJson } from '../../contract/json';
import type { AnyContent } from './content';
import { renderDocument } from './render';

export interface RenderRequest {
  readonly templateVersion: number;
  readonly content: string;
}

export type RenderReply =
  | { readonly kind: 'rendered'; readonly file: Uint8Array }
  | { readonly kind: 'failed'; readonly reason: string };

async function render(root: string, { templateVersion, content }: RenderRequest): Promise<RenderReply> {
  try {
    const file = await renderDocument(root, templateVersion, fromJson(content) as AnyContent);
    return { kind: 'rendered', file };
  } catch (error) {
    return { kind: 'failed', reason: String((error as Error).stack ?? error) };
  }
}

/** Linux lowers this thread alone; elsewhere the whole process would wait. */
const yieldToRequests = () => {
  if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
};

export function servePdf(port: MessagePort, root: string) {
  yieldToRequests();
  port.on('message', async (request: RenderRequest) => port.postMessage(await render(root, request)));
}
