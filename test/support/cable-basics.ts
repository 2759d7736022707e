import pino from 'pino';
import type { Channel, Identity } from '../../server/cable/channel';
import type { CableServerOptions } from '../../server/cable/server';

export const silent = pino({ level: 'silent' });

export const secretKeyBase = '0123456789abcdef'.repeat(8);

/** A channel without authorization: `notes:<user>`, or the requested `streams`. */
export const notesChannel: Channel<Identity> = {
  name: 'NotesChannel',
  may: () => true,
  streams: ({ id }, { streams }) => (Array.isArray(streams) ? streams.map(String) : [`notes:${id}`]),
};

export const identifyByAddress: CableServerOptions<Identity>['identify'] = async ({ url = '' }) => {
  const { searchParams } = new URL(url, 'http://any');
  const id = Number(searchParams.get('user'));
  return id ? { id, sessionKey: searchParams.get('session') ?? `session-${id}` } : null;
};
