import '../page/shared';
import './work-pages';
import { components } from '../../server/pages/contract';
import { fill } from '../browser/island';
import Components from '../components';

export const islands = [fill(components, Components)];
