import type { ApiDocument, Operation } from '../../server/openapi/document';

export type { ApiDocument, Operation };

export interface Described {
  /** As of the route: `PUT /offers/:id/accept`. */
  readonly signature: string;
  readonly operation: Operation;
}

export async function fetchDocument(origin: string): Promise<ApiDocument> {
  const response = await fetch(`${origin}/api/openapi.json`);
  if (response.status !== 200) throw new Error(`The document answers ${response.status}`);
  return (await response.json()) as ApiDocument;
}

export const operationsOf = ({ paths }: ApiDocument): Described[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      signature: `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`,
      operation,
    })),
  );
