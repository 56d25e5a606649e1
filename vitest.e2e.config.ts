// The browser journeys: several files at a time, each against a whole product of its own in a real Chromium.
import { defineConfig } from 'vitest/config'
import { longestFirst } from './tests/longestFirst.ts'

export default defineConfig({
  test: {
    include: ['tests/e2e/**/*.spec.ts'],
    globalSetup: ['tests/e2e/productSetup.ts'],
    // a process keeps its Chromium from file to file
    isolate: false,
    // a third would take as long for all, and each file longer
    maxWorkers: 2,
    sequence: longestFirst('/e2e/mainJob', '/e2e/pages/'),
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // limits are for what hangs: the machine that runs this may have two cores and other work
    expect: { poll: { timeout: 60_000, interval: 60 } },
  },
})
