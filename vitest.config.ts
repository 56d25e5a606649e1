// Which tests run where: rules need nothing, calls need PostgreSQL.
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'rules', include: ['packages/*/src/**/*.test.{ts,tsx}', 'apps/web/src/**/*.test.{ts,tsx}', 'tests/house/**/*.test.ts'], testTimeout: 20_000, hookTimeout: 30_000 } },
      { test: { name: 'calls', include: ['apps/{server,gateway}/src/**/*.test.ts'], globalSetup: ['tests/pgSetup.ts'], testTimeout: 20_000, hookTimeout: 30_000 } },
    ],
  },
})
