import '../page/shared';
import './work-pages';
import { applications } from '../../server/accounts/applications/contract';
import { systemStatus } from '../../server/system/contract';
import Applications from '../applications';
import { fill } from '../browser/island';
import System from '../system-status';

export const islands = [fill(applications, Applications), fill(systemStatus, System)];
