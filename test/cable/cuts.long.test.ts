import { testCuts } from '../support/cuts';

testCuts({ cuts: 100, cutMs: 2_000, messagesPerCut: 100 });
