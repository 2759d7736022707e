const Sequencer = require('@jest/test-sequencer').default;

/** Journeys take longest: starting them first keeps all workers busy until the end. */
module.exports = class LongestFirst extends Sequencer {
  sort(tests) {
    const isJourney = ({ path }) => path.includes('/test/journeys/');
    const [...usual] = super.sort(tests);
    return [...usual.filter(isJourney), ...usual.filter((test) => !isJourney(test))];
  }
};
