import type { IncomingMessage } from 'node:http';

const KEY = /^Bearer\s+(lwk_.*)$/i;

/** What is sent as an API key, valid or not. Keys are read from the header alone. */
export const apiKeyIn = ({ headers }: Pick<IncomingMessage, 'headers'>): string | null =>
  KEY.exec(headers.authorization ?? '')?.[1] ?? null;
