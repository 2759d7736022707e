import { endpoint } from '../contract/endpoint';

export interface Presigned {
  aws_url: string;
  aws_headers?: Record<string, string>;
  file_key?: string;
}

export const presign = endpoint<Presigned>()('POST /presigned_urls');
