import '../page/shared';
import './work-pages';
import { earnings } from '../../server/ledger/contract';
import { fill } from '../browser/island';
import Earnings from '../earnings';

export const islands = [fill(earnings, Earnings)];
