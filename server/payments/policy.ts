import { buyer } from '../accounts/policy';

export const mayPay = buyer;
