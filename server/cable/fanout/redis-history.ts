import { type Redis, ReplyError } from 'ioredis';
import { type Envelope, POSITIONS, serializeEnvelope } from './envelope';
import {
  COUNT_SECONDS,
  HISTORY_MESSAGES,
  HISTORY_SECONDS,
  type HistoryReply,
  type HistoryRequest,
  MAX_KEPT_CHARACTERS,
  replyTo,
} from './history';

const countKey = (stream: string) => `cable:count:${stream}`;
const messagesKey = (stream: string) => `cable:messages:${stream}`;

/**
 * Counts, keeps and sends in one step, so that messages arrive in the order of their offsets.
 * ARGV: channel, sender, number, epoch of new counts, body; then the index, stream and JSON of each kept entry.
 */
const SEND_KEPT = `
  local sent = 'cable:sender:' .. ARGV[2]
  local number = tonumber(ARGV[3])
  if number <= tonumber(redis.call('GET', sent) or '0') then return 0 end
  redis.call('SET', sent, number, 'EX', ${COUNT_SECONDS})
  local time = redis.call('TIME')
  local at = time[1] .. '.' .. string.format('%06d', time[2])
  local positions = {}
  for i = 6, #ARGV, 3 do
    local count = '${countKey('')}' .. ARGV[i + 1]
    local messages = '${messagesKey('')}' .. ARGV[i + 1]
    redis.call('HSETNX', count, 'epoch', ARGV[4])
    local offset = redis.call('HINCRBY', count, 'offset', 1)
    redis.call('HSET', count, 'at', at)
    redis.call('EXPIRE', count, ${COUNT_SECONDS})
    local json = ARGV[i + 2]
    if #json > ${MAX_KEPT_CHARACTERS} then json = '' end
    local epoch = redis.call('HGET', count, 'epoch')
    redis.call('XADD', messages, 'MAXLEN', ${HISTORY_MESSAGES}, offset .. '-0', 'epoch', epoch, 'at', at, 'json', json)
    redis.call('EXPIRE', messages, ${HISTORY_SECONDS})
    positions[#positions + 1] = '[' .. ARGV[i] .. ',"' .. epoch .. '",' .. offset .. ']'
  end
  local line = '"${POSITIONS}"\\n[' .. table.concat(positions, ',') .. ']\\n'
  redis.call('PUBLISH', ARGV[1], ARGV[2] .. ' ' .. ARGV[3] .. '\\n' .. line .. ARGV[5])
  return 1`;

type Fields = readonly [id: string, fields: readonly string[]];

const seconds = () => Date.now() / 1_000;

export class RedisHistory {
  readonly #redis: Redis;
  readonly #channel: string;
  readonly #onFault: (error: unknown) => void;
  readonly #broken = new Set<string>();

  constructor(redis: Redis, channel: string, onFault: (error: unknown) => void) {
    this.#redis = redis;
    this.#channel = channel;
    this.#onFault = onFault;
  }

  /** Sends without the history where it fails, for example where a host forbids scripts. */
  async send(envelope: Envelope, newEpoch: string) {
    const { head, body, kept } = envelope;
    if (kept.length > 0) {
      try {
        await this.#mend();
        const [sender = '', number = ''] = head.split(' ');
        const entries = kept.flatMap(({ index, stream, json }) => [index, stream, json]);
        await this.#redis.eval(SEND_KEPT, 0, this.#channel, sender, number, newEpoch, body, ...entries);
        return;
      } catch (error) {
        if (!(error instanceof ReplyError)) throw error;
        this.#onFault(error);
        for (const { stream } of kept) this.#broken.add(stream);
        await this.#mend().catch(() => undefined);
      }
    }
    await this.#redis.publish(this.#channel, serializeEnvelope(envelope));
  }

  read(requests: readonly HistoryRequest[]): Promise<HistoryReply[]> {
    return Promise.all(requests.map((request) => this.#readOne(request)));
  }

  async #readOne(request: HistoryRequest) {
    const { stream, after, since } = request;
    const [[epoch, offset, at], entries] = await Promise.all([
      this.#redis.hmget(countKey(stream), 'epoch', 'offset', 'at'),
      this.#redis.xrange(messagesKey(stream), after ? `${after.offset + 1}-0` : '-', '+'),
    ]);
    const now = seconds();
    if (!epoch) return replyTo(request, null, now);
    const messages = (entries as Fields[]).flatMap(([id, [, itsEpoch, , time, , json]]) =>
      itsEpoch === epoch && Number(time) > now - HISTORY_SECONDS && (after || Number(time) >= Number(since))
        ? { offset: Number.parseInt(id, 10), json: json || null }
        : [],
    );
    const head = { epoch, offset: Number(offset) };
    return replyTo(request, { head, publishedAt: Number(at), messages }, now);
  }

  async #mend() {
    if (this.#broken.size === 0) return;
    await this.#redis.del(...[...this.#broken].flatMap((stream) => [countKey(stream), messagesKey(stream)]));
    this.#broken.clear();
  }
}
