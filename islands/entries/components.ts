import './work-pages';
import { components } from '../../server/pages/contract';
import Components from '../components';
import { fill } from '../runtime/registry';

export const islands = [fill(components, Components)];
