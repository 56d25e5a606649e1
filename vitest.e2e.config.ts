// The browser journeys: one after another, against a whole product in a real Chromium.
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: { include: ['tests/e2e/**/*.spec.ts'], fileParallelism: false, testTimeout: 60_000, hookTimeout: 120_000 },
})
