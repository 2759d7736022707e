import '../page/shared';
import './work-pages';
import { payouts } from '../../server/ledger/staff-contract';
import { fill } from '../browser/island';
import Payouts from '../payouts';

export const islands = [fill(payouts, Payouts)];
