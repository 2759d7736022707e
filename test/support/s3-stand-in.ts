import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A stand-in for S3: one bucket in memory, addressed by path, that checks every AWS Signature Version 4. */
export const STAND_IN_KEYS = { accessKeyId: 'AKIASTANDIN', secretAccessKey: 'stand-in/secret+key' };

const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
const strict = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);

interface Claim {
  scope: string;
  at: string;
  signed: string[];
  signature: string;
  payload: string;
}

/** Returns null for a missing or expired signature. */
function claimOf(req: IncomingMessage, url: URL): Claim | null {
  const query = url.searchParams;
  const header = /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=(\w+)$/.exec(
    req.headers.authorization ?? '',
  );
  const [credential, names, signature] = header
    ? header.slice(1)
    : ['Credential', 'SignedHeaders', 'Signature'].map((name) => query.get(`X-Amz-${name}`) ?? '');
  const at = header ? String(req.headers['x-amz-date']) : (query.get('X-Amz-Date') ?? '');
  const [keyId, ...scope] = (credential ?? '').split('/');
  if (keyId !== STAND_IN_KEYS.accessKeyId || !names || !signature) return null;
  const made = Date.parse(at.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  const seconds = header ? 900 : Number(query.get('X-Amz-Expires'));
  if (!(Date.now() < made + seconds * 1000)) return null;
  const payload = header ? String(req.headers['x-amz-content-sha256']) : 'UNSIGNED-PAYLOAD';
  return { scope: scope.join('/'), at, signed: names.split(';'), signature, payload };
}

function signatureOf(req: IncomingMessage, url: URL, { scope, at, signed, payload }: Claim) {
  const query = [...url.searchParams]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${strict(name)}=${strict(value)}`)
    .sort()
    .join('&');
  const headers = signed.map((name) => `${name}:${String(req.headers[name] ?? '').trim()}\n`).join('');
  const request = [req.method, url.pathname, query, headers, signed.join(';'), payload].join('\n');
  const toSign = ['AWS4-HMAC-SHA256', at, scope, sha256(request)].join('\n');
  const key = scope.split('/').reduce<string | Buffer>(hmac, `AWS4${STAND_IN_KEYS.secretAccessKey}`);
  return createHmac('sha256', key).update(toSign).digest('hex');
}

async function bodyOf(req: IncomingMessage) {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

const refuse = (res: ServerResponse, status: number, code: string) =>
  res.writeHead(status, { 'Content-Type': 'application/xml' }).end(`<Error><Code>${code}</Code></Error>`);

function part(bytes: Buffer, range: string | undefined) {
  const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? [];
  return start === undefined ? bytes : bytes.subarray(Number(start), Number(end) + 1);
}

/** ListObjectsV2, all on one page. */
function listing(keys: readonly string[], query: URLSearchParams) {
  const prefix = query.get('prefix') ?? '';
  const delimiter = query.get('delimiter');
  const under = keys.filter((key) => key.startsWith(prefix));
  const folderOf = (key: string) => {
    const end = delimiter ? key.indexOf(delimiter, prefix.length) : -1;
    return end < 0 ? null : key.slice(0, end + 1);
  };
  const folders = new Set(under.map(folderOf).filter((folder) => folder !== null));
  const contents = under
    .filter((key) => folderOf(key) === null)
    .map((key) => `<Contents><Key>${key}</Key></Contents>`);
  const common = [...folders].map((folder) => `<CommonPrefixes><Prefix>${folder}</Prefix></CommonPrefixes>`);
  return `<ListBucketResult><IsTruncated>false</IsTruncated>${contents.join('')}${common.join('')}</ListBucketResult>`;
}

export async function s3StandIn(bucket: string) {
  const objects = new Map<string, { bytes: Buffer; type: string }>();

  async function answer(req: IncomingMessage, res: ServerResponse) {
    const url = new URL(req.url ?? '/', 'http://host');
    const claim = claimOf(req, url);
    const body = await bodyOf(req);
    if (!claim || signatureOf(req, url, claim) !== claim.signature)
      return refuse(res, 403, 'SignatureDoesNotMatch');
    if (claim.payload !== 'UNSIGNED-PAYLOAD' && claim.payload !== sha256(body))
      return refuse(res, 400, 'XAmzContentSHA256Mismatch');
    const path = decodeURIComponent(url.pathname);
    if (req.method === 'GET' && url.searchParams.has('list-type'))
      return res.end(listing([...objects.keys()], url.searchParams));
    if (!path.startsWith(`/${bucket}/`)) return refuse(res, 404, 'NoSuchBucket');
    const key = path.slice(bucket.length + 2);
    const found = objects.get(key);
    const source = req.headers['x-amz-copy-source'];
    if (req.method === 'PUT' && source) {
      const copied = objects.get(decodeURIComponent(String(source)).slice(bucket.length + 1));
      if (!copied) return refuse(res, 404, 'NoSuchKey');
      objects.set(key, copied);
      return res.end('<CopyObjectResult><ETag>"x"</ETag></CopyObjectResult>');
    }
    if (req.method === 'PUT') {
      objects.set(key, { bytes: body, type: req.headers['content-type'] ?? '' });
      return res.end();
    }
    if (req.method === 'DELETE') {
      objects.delete(key);
      return res.writeHead(204).end();
    }
    if (!found) return refuse(res, 404, 'NoSuchKey');
    const bytes = part(found.bytes, req.headers.range);
    res.writeHead(bytes.length < found.bytes.length ? 206 : 200, {
      'Content-Length': bytes.length,
      'Content-Type': found.type,
    });
    res.end(req.method === 'HEAD' ? undefined : bytes);
  }

  const server = createServer((req, res) => void answer(req, res).catch((error) => res.destroy(error)));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
