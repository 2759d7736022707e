import '../shipping/order-parts';

export { default } from '../claims/ClaimForm';
