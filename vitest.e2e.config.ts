// The browser journeys: one after another, against one whole product in a real Chromium.
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['tests/e2e/**/*.spec.ts'], globalSetup: ['tests/e2e/productSetup.ts'],
    fileParallelism: false, testTimeout: 90_000, hookTimeout: 120_000,
    // the machine that runs this may have two cores and other work
    expect: { poll: { timeout: 15_000, interval: 60 } },
  },
})
