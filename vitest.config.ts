// Which tests run where: rules need nothing, calls need PostgreSQL.
import { defineConfig } from 'vitest/config'

/**
 * For what hangs, not for what is slow: the first files wait while the databases they copy are filled, on a machine
 * that may have other work.
 */
const limits = { testTimeout: 120_000, hookTimeout: 240_000, expect: { poll: { timeout: 30_000 } } }

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'rules',
          include: ['packages/*/src/**/*.test.{ts,tsx}', 'apps/web/src/**/*.test.{ts,tsx}', 'tests/house/**/*.test.ts'],
          ...limits,
        },
      },
      {
        test: {
          name: 'calls',
          include: ['apps/{server,gateway}/{src,demo}/**/*.test.ts', 'tests/server/**/*.test.ts'],
          globalSetup: ['tests/pgSetup.ts'],
          ...limits,
        },
      },
    ],
  },
})
