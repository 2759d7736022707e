import { tagged } from '../openapi/answer';
import { showDocument, showPackingSlip } from './contract';

const doc = tagged('Documents');

export default [
  doc(showDocument, {
    summary: 'Download a purchase order, invoice or credit memo',
    answer: 'application/pdf',
    params: { file: 'purchase_order.pdf' },
  }),
  doc(showPackingSlip, {
    summary: 'Download the packing slip of a shipment',
    answer: 'application/pdf',
    params: { number: '1' },
  }),
];
