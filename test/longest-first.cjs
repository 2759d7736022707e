const Sequencer = require('@jest/test-sequencer').default;

/** Journeys take longest: begun first, none of them is what the end of the run waits for. */
module.exports = class LongestFirst extends Sequencer {
  sort(tests) {
    const isJourney = ({ path }) => path.includes('/test/journeys/');
    const [...usual] = super.sort(tests);
    return [...usual.filter(isJourney), ...usual.filter((test) => !isJourney(test))];
  }
};
