import { mixed, object } from 'yup';

/** Refuses nothing: a report that cannot be read is dropped. */
export const clientErrorBody = object({ message: mixed().nullable(), stack: mixed().nullable() });
