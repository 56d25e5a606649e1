// The browser journeys: one after another, against one whole product in a real Chromium.
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['tests/e2e/**/*.spec.ts'], globalSetup: ['tests/e2e/productSetup.ts'],
    fileParallelism: false, testTimeout: 300_000, hookTimeout: 300_000,
    // limits are for what hangs: the machine that runs this may have two cores and other work
    expect: { poll: { timeout: 60_000, interval: 60 } },
  },
})
