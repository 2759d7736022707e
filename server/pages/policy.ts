import type { ApiReference } from '../openapi/reference';

export const documentedTag =
  (apiReference: () => Promise<ApiReference>) =>
  async (_viewer: unknown, { tag }: { readonly tag: string }) =>
    (await apiReference()).tags.find(({ slug }) => slug === tag);
