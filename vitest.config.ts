import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const rank = ({ moduleId }: TestSpecification) =>
  moduleId.includes('.long.') ? 0 : moduleId.includes('/test/journeys/') ? 1 : 2;

/** Starting what takes longest first keeps all workers busy until the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const sorted = await super.sort(files);
    return sorted.sort((one, other) => rank(one) - rank(other));
  }
}

export default defineConfig({
  cacheDir: 'tmp/vitest',
  test: {
    globals: true,
    include: ['test/**/*.test.{ts,tsx}'],
    pool: 'forks',
    setupFiles: ['test/support/every-file.ts'],
    // The files of a worker share its modules, and a browser: the server keeps no state in a module.
    isolate: false,
    // Four for two cores: a worker often waits for a timer or a browser.
    maxWorkers: 4,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    sequence: { hooks: 'list', sequencer: LongestFirst },
    experimental: { fsModuleCache: true, fsModuleCachePath: 'tmp/vitest/modules' },
  },
});
