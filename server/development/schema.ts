import { number, object, requiredText } from '../contract/fields';

export const arrivalsQuery = object({ name: requiredText(100) });

/** `?status=503&times=2` */
export const refusalQuery = object({
  status: number().integer().min(300).max(599).default(503),
  times: number().integer().min(0).max(100).default(0),
});
