// The projects of tests and their needs: rules need nothing, calls need PostgreSQL.
import { defineConfig } from 'vitest/config'
import { longestFirst } from './tests/longestFirst.ts'

/**
 * For what hangs, not for what is slow: the first files wait while the databases they copy are filled, on a machine
 * that may have other work.
 */
const limits = { testTimeout: 900_000, hookTimeout: 900_000, expect: { poll: { timeout: 60_000 } } }

/** Young objects of a worker have 64 MB, not 16: they are looked through a quarter as often. */
const execArgv = ['--max-semi-space-size=64']

export default defineConfig({
  test: {
    // a short file fills the demo that others copy, beside the model, which needs none
    sequence: longestFirst(
      '/apps/server/demo/documents.test.ts',
      '/tests/server/moneyModel/',
      '/tests/server/waybillModel/',
      '/tests/server/',
      '/apps/server/demo/',
    ),
    projects: [
      {
        test: {
          name: 'rules',
          include: [
            'packages/{contract,domain,jt808,regions,track}/src/**/*.test.{ts,tsx}',
            'apps/web/src/**/*.test.{ts,tsx}',
            'tests/house/**/*.test.ts',
          ],
          // a process for all files, not one for each: loading is most of what they take
          isolate: false,
          execArgv,
          setupFiles: ['tests/freshModules.ts'],
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
          ...limits,
        },
      },
      {
        test: {
          name: 'calls',
          include: [
            'packages/{intake,postgres}/src/**/*.test.ts',
            'apps/{server,gateway}/{src,demo}/**/*.test.ts',
            'tests/server/**/*.test.ts',
          ],
          globalSetup: ['tests/pgSetup.ts'],
          // the server keeps nothing in its modules: what a file leaves behind is in its own database
          isolate: false,
          execArgv,
          // the database works beside them: a third would take as long for all, and each file longer
          maxWorkers: 2,
          sequence: { groupOrder: 2 },
          ...limits,
        },
      },
    ],
  },
})
