import { endpoint } from '../contract/endpoint';
import { object, string } from '../contract/fields';

const presignBody = object({
  operation: string().oneOf(['put_object', 'get_object']),
  key: string()
    .max(200)
    .when('operation', {
      is: 'get_object',
      // biome-ignore lint/suspicious/noThenProperty: yup's own word
      then: (key) => key.required('Required'),
    }),
});

interface Presigned {
  aws_url: string;
  aws_headers?: Record<string, string>;
  file_key?: string;
}

export const presign = endpoint<Presigned>()('POST /presigned_urls', presignBody);
