import type { RequestHandler } from 'express';
import multer, { MulterError } from 'multer';
import { BadRequest, Invalid } from './errors';
import { type Identify, type Identity, type May, viewerOf } from './viewer';

declare module 'express-serve-static-core' {
  interface Request {
    /** The body was a form with a file: `req.file`, held in memory. */
    isFormRead?: true;
  }
}

interface Options {
  readonly field: string;
  /** Files are smaller than that, in bytes. */
  readonly below: number;
  readonly tooLarge: string;
  /** Nobody else makes us hold a file. */
  readonly may: May<Identity>;
  readonly identify: Identify;
}

/** Reads a form that brings one file. Every other body, and everybody else's, is left to `readBody`. */
export function formFile({ field, below, tooLarge, may, identify }: Options): RequestHandler {
  const read = multer({
    storage: multer.memoryStorage(),
    limits: { fileSize: below - 1, files: 1, fields: 5, fieldSize: 2_000, parts: 6, headerPairs: 20 },
    defParamCharset: 'utf8',
  }).single(field);
  return async (req, res, next) => {
    if (!req.is('multipart/form-data') || !may(await viewerOf(req, identify))) return next();
    req.isFormRead = true;
    read(req, res, (error: unknown) => {
      if (!error) return next();
      const isTooLarge = error instanceof MulterError && error.code === 'LIMIT_FILE_SIZE';
      next(
        isTooLarge ? Invalid(tooLarge, { [field]: [tooLarge] }) : BadRequest('The form could not be read'),
      );
    });
  };
}
