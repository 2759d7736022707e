import { object, optional, record, tagged, text } from '../openapi/answer';
import { type Presigned, presign } from './contract';

const doc = tagged('Uploads');

export default [
  doc(presign, {
    summary: 'Get an address to upload a file to; its file_key names it in later calls',
    answer: object<Presigned>({
      aws_url: text,
      aws_headers: optional(record(text)),
      file_key: optional(text),
    }),
    example: { operation: 'put_object' },
  }),
];
