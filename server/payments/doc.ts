import { object, tagged, text } from '../openapi/answer';
import { purchaseOrders } from '../orders/doc';
import { openPayment, settlePayment, verifyPayment } from './contract';

const address = object<{ url: string }>({ url: text });

const doc = tagged('Payments');

export default [
  doc(openPayment, {
    summary: 'Open the payment page of an order',
    answer: address,
    example: { version: 3 },
  }),
  doc(verifyPayment, { summary: 'Find the page that verifies a bank payment', answer: address }),
  doc(settlePayment, {
    summary: 'Ask the payment provider how an order’s payment stands',
    answer: purchaseOrders,
  }),
];
