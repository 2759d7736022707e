import '../page/shared';
import { topNav, topNavAlternate } from '../../server/pages/contract';
import { fill } from '../browser/island';
import TopNav from '../top-nav';
import AlternateTopNav from '../top-nav/alternate';

export const islands = [fill(topNav, TopNav), fill(topNavAlternate, AlternateTopNav)];
