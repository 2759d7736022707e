import type { Readable } from 'node:stream';
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { Config } from '../config/config';
import { GET_SECONDS, PUT_SECONDS, type Store } from './store';

type S3Config = Extract<Config['storage'], { kind: 's3' }>;

export interface Credentials {
  accessKeyId: string;
  secretAccessKey: string;
}

const MISSING = new Set(['NoSuchKey', 'NotFound']);

export const orNull = (error: unknown) => {
  if (MISSING.has((error as Error).name)) return null;
  throw error;
};

/** Without credentials the client uses AWS's defaults: environment, profile, machine. */
export const createS3Client = ({ region, endpoint }: Config['s3'], credentials?: Credentials) =>
  new S3Client({
    region,
    ...(endpoint && { endpoint, forcePathStyle: true }),
    ...(credentials && { credentials }),
    // Otherwise a PUT address would be signed with the checksum of an empty body.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: 5_000, requestTimeout: 30_000 },
  });

export function s3Store(config: S3Config, credentials?: Credentials): Store {
  const client = createS3Client(config, credentials);
  const { bucket } = config;
  const at = (key: string) => ({ Bucket: bucket, Key: key });
  return {
    presignPut: async (key) => ({
      url: await getSignedUrl(client, new PutObjectCommand(at(key)), { expiresIn: PUT_SECONDS }),
      headers: {},
    }),
    presignGet: (key, seconds = GET_SECONDS) =>
      getSignedUrl(client, new GetObjectCommand(at(key)), { expiresIn: seconds }),
    async put(key, body, contentType) {
      await client.send(new PutObjectCommand({ ...at(key), Body: body, ContentType: contentType }));
    },
    async head(key) {
      const found = await client.send(new HeadObjectCommand(at(key))).catch(orNull);
      return found && { bytes: found.ContentLength ?? 0 };
    },
    async read(key, range) {
      const Range = range && `bytes=${range.start}-${range.end}`;
      const found = await client
        .send(new GetObjectCommand({ ...at(key), ...(Range && { Range }) }))
        .catch(orNull);
      return found && { bytes: found.ContentLength ?? 0, body: found.Body as Readable };
    },
    async copy(from, to) {
      const CopySource = `${bucket}/${from}`;
      return (await client.send(new CopyObjectCommand({ ...at(to), CopySource })).catch(orNull)) !== null;
    },
    async delete(key) {
      await client.send(new DeleteObjectCommand(at(key)));
    },
  };
}
