import { rm } from 'node:fs/promises';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import multer, { MulterError } from 'multer';
import { MAX_FORM_BYTES } from '../contract/limits';
import { BadRequest, HttpError, Invalid, TooLarge } from './errors';
import { parseNestedParams } from './nested-params';
import type { FileFields, Page, Route } from './route';
import { type Identify, viewerOf } from './viewer';

export interface FormFile {
  readonly key: string;
  readonly path: string;
  readonly name: string;
  readonly type: string;
}

declare module 'express-serve-static-core' {
  interface Request {
    formFiles?: readonly FormFile[];
  }
}

interface FormFilesOptions {
  readonly routes: readonly (Route | Page)[];
  readonly identify: Identify;
  readonly newKey: () => string;
  readonly folder: string;
}

type Fields = [name: string, value: string][];

/** Multer with the text fields in their order, which its own body loses for lists such as `a[][x]`. */
function multipartReader(files: FileFields, folder: string, fields: Fields): RequestHandler {
  const names = Object.keys(files.parameters);
  let textBytes = 0;
  const options = {
    storage: multer.diskStorage({ destination: folder }),
    limits: {
      fileSize: files.belowBytes - 1,
      files: names.length,
      fieldSize: MAX_FORM_BYTES,
      fields: 2_000,
      headerPairs: 20,
    },
    defParamCharset: 'utf8',
    streamHandler(req: Request, parser: NodeJS.WritableStream & { destroy(error: Error): void }) {
      parser.on('field', (name: string, value: string) => {
        fields.push([name, value]);
        textBytes += name.length + value.length;
        if (textBytes > MAX_FORM_BYTES) parser.destroy(TooLarge());
      });
      req.pipe(parser);
    },
  };
  return multer(options).fields(names.map((name) => ({ name, maxCount: 1 })));
}

const leafOf = (name: string) => /(?<![^[\]])([^[\]]+)\]?$/.exec(name)?.[1] ?? name;

function asFormError(error: unknown, { tooLarge }: FileFields): HttpError {
  if (error instanceof HttpError) return error;
  const { code, field = '' } = error instanceof MulterError ? error : { code: '' };
  if (code === 'LIMIT_FIELD_VALUE') return TooLarge();
  if (code === 'LIMIT_FILE_SIZE') return Invalid(tooLarge, { [leafOf(field)]: [tooLarge] });
  return BadRequest('The form could not be read');
}

const received = (req: Request) => Object.values(req.files ?? {}).flat() as Express.Multer.File[];

const removeWith = (res: Response, files: readonly FormFile[]) =>
  res.once('close', () => {
    for (const { path } of files) void rm(path, { force: true });
  });

const BODY_METHODS = new Set(['POST', 'PUT', 'PATCH']);

/** Returns the key of each file with the parameter that it stands for. */
function storeFiles(req: Request, res: Response, { parameters }: FileFields, newKey: () => string) {
  const stored = received(req).map((file) => ({ ...file, key: newKey() }));
  req.formFiles = stored.map(({ key, path, originalname, mimetype }) => ({
    key,
    path,
    name: originalname,
    type: mimetype,
  }));
  removeWith(res, req.formFiles);
  return stored.map(({ fieldname, key }) => [parameters[fieldname] ?? '', key] as const);
}

/** Reads permitted viewers' forms with files, each replaced by a new key; `readBody` reads the others. */
export function formFiles({ routes, identify, newKey, folder }: FormFilesOptions): RequestHandler {
  const router = Router({ caseSensitive: true });

  const readForm =
    ({ may }: Route, files: FileFields): RequestHandler =>
    async (req, res, next) => {
      if (req.formFiles || !BODY_METHODS.has(req.method) || !req.is('multipart/form-data')) return next();
      if (!may(await viewerOf(req, identify))) return next();
      const fields: Fields = [];
      multipartReader(files, folder, fields)(req, res, (error: unknown) => {
        if (error) return next(asFormError(error, files));
        const keys = storeFiles(req, res, files, newKey);
        try {
          req.body = parseNestedParams([...fields, ...keys]);
          next();
        } catch (failure) {
          next(failure);
        }
      });
    };

  for (const route of routes)
    if (route.kind === 'call' && route.files) router.all(route.path, readForm(route, route.files));
  return router;
}
