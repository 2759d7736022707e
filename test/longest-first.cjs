const Sequencer = require('@jest/test-sequencer').default;

/** Starting what takes longest first keeps all workers busy until the end. */
module.exports = class LongestFirst extends Sequencer {
  sort(tests) {
    const rank = ({ path }) => (path.includes('.long.') ? 0 : path.includes('/test/journeys/') ? 1 : 2);
    return [...super.sort(tests)].sort((one, other) => rank(one) - rank(other));
  }
};
