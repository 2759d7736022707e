import { id, object, string } from '../contract/fields';

export const presignBody = object({
  operation: string().oneOf(['put_object', 'get_object']),
  purpose: string().oneOf(['claim', 'want_list']),
  purchase_order_id: id(),
  key: string()
    .max(200)
    .when('operation', {
      is: 'get_object',
      // biome-ignore lint/suspicious/noThenProperty: yup's own word
      then: (key) => key.required('Required'),
    }),
});
