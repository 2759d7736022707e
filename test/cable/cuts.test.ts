import { testCuts } from '../support/cuts';

testCuts({ cuts: 6, cutMs: 300, messagesPerCut: 60 });
