import type { RequestHandler } from 'express';
import multer, { MulterError } from 'multer';
import { BadRequest, Invalid } from './errors';
import { type Identify, type Identity, type May, viewerOf } from './viewer';

declare module 'express-serve-static-core' {
  interface Request {
    /** The body was read as a form with a file (`req.file`, in memory). */
    isFormRead?: true;
  }
}

interface FormFileOptions {
  readonly field: string;
  /** Exclusive bound, in bytes. */
  readonly below: number;
  readonly tooLarge: string;
  /** Only these viewers may have a file read into memory. */
  readonly may: May<Identity>;
  readonly identify: Identify;
}

/** Reads a form with one file from permitted viewers. Leaves other bodies to `readBody`. */
export function formFile({ field, below, tooLarge, may, identify }: FormFileOptions): RequestHandler {
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
