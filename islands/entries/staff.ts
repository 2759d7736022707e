import '../page/shared';
import './work-pages';
import { applications } from '../../server/accounts/applications/contract';
import Applications from '../applications';
import { fill } from '../browser/island';

export const islands = [fill(applications, Applications)];
