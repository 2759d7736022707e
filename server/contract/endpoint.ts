import { defaultLoad, type LoadClass } from './load-class';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

type Names<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | Names<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** `:id` and `:…_id` are numbers, other names are strings. */
export type Params<Path extends string> = {
  [Name in Names<Path>]: Name extends 'id' | `${string}_id` ? number : string;
};

export interface Endpoint<Reply, Path extends string = string> {
  readonly method: Method;
  readonly path: Path;
  readonly load: LoadClass;
  /** Never set; carries the reply's type. */
  readonly reply?: Reply;
}

/** `endpoint<OfferDocument>()('POST /offers/:id/counter_offer')`. Its route has the schemas of body and query. */
export const endpoint =
  <Reply>() =>
  <const Path extends string>(signature: `${Method} ${Path}`, load?: LoadClass): Endpoint<Reply, Path> => {
    const space = signature.indexOf(' ');
    const method = signature.slice(0, space) as Method;
    const path = signature.slice(space + 1) as Path;
    return { method, path, load: load ?? defaultLoad(method, path) };
  };

export const pathOf = (path: string, params: Readonly<Record<string, string | number>>) =>
  path.replace(/:(\w+)/g, (_whole, name: string) => encodeURIComponent(String(params[name] ?? '')));
