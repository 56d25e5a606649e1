// The browser journeys: one after another, against one whole product in a real Chromium.
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * By name: what the journeys before it left behind is the same for a journey on every machine, whatever an earlier run
 * took.
 */
class ByName extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted((a, b) => (a.moduleId < b.moduleId ? -1 : 1))
  }
}

export default defineConfig({
  test: {
    include: ['tests/e2e/**/*.spec.ts'],
    globalSetup: ['tests/e2e/productSetup.ts'],
    fileParallelism: false,
    sequence: { sequencer: ByName },
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // limits are for what hangs: the machine that runs this may have two cores and other work
    expect: { poll: { timeout: 60_000, interval: 60 } },
  },
})
