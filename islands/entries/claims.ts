import '../page/shared';
import './work-pages';
import { claims } from '../../server/claims/contract';
import { fill } from '../browser/island';
import Claims from '../claims';

export const islands = [fill(claims, Claims)];
