import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { DeleteObjectCommand, GetObjectCommand, paginateListObjectsV2 } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import type { Config } from '../config/config';
import type { BackupLocation } from '../config/operations';
import { type Credentials, createS3Client, orNull } from '../storage/s3';
import type { BackupFiles } from './files';

type S3Location = Extract<BackupLocation, { kind: 's3' }>;

export function s3Files(
  { bucket: Bucket, prefix }: S3Location,
  site: Config['s3'],
  credentials?: Credentials,
): BackupFiles {
  const client = createS3Client(site, credentials);
  const base = prefix ? `${prefix}/` : '';
  const write = async (name: string, body: Readable) => {
    // In parts, as the length is not known before the end.
    await new Upload({ client, params: { Bucket, Key: base + name, Body: body } }).done();
  };
  return {
    label: `s3://${Bucket}/${prefix}`,
    write,
    add: (name, path) => write(name, createReadStream(path)),
    async read(name) {
      const found = await client.send(new GetObjectCommand({ Bucket, Key: base + name })).catch(orNull);
      return found && (found.Body as Readable);
    },
    async listFolders() {
      const folders: string[] = [];
      const pages = paginateListObjectsV2({ client }, { Bucket, Prefix: base, Delimiter: '/' });
      for await (const { CommonPrefixes = [] } of pages)
        folders.push(...CommonPrefixes.map(({ Prefix = '' }) => Prefix.slice(base.length, -1)));
      return folders;
    },
    async remove(name) {
      await client.send(new DeleteObjectCommand({ Bucket, Key: base + name }));
      const pages = paginateListObjectsV2({ client }, { Bucket, Prefix: `${base}${name}/` });
      for await (const { Contents = [] } of pages)
        for (const { Key } of Contents) await client.send(new DeleteObjectCommand({ Bucket, Key }));
    },
  };
}
