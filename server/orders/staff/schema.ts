import { number, object, paged, string, text } from '../../contract/fields';
import { day, sort } from '../../lists/schema';
import { type OrderEvent, orderEventNames, orderStatuses } from '../rules';

export const listAllPurchaseOrdersQuery = paged().shape({
  status: string().oneOf([...orderStatuses, '']),
  query: text(200),
  from: day(),
  to: day(),
  sort: sort(),
});

const transitionDetails = { carrier: text(100), tracking_number: text(100), reason: text(500) };

export const transitionForm = object(transitionDetails);

export const transitionOrderBody = object({
  event: string<OrderEvent>().required('Choose an event').oneOf(orderEventNames, 'Unknown event'),
  ...transitionDetails,
  version: number().integer(),
});
