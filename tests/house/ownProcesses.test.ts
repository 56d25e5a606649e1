// Benches and rigs end the processes they started and no others.
import { expect, test } from 'vitest'
import { processesOf } from '../../bench/ownProcesses.ts'
import { sourceFiles, textOf } from './sources.ts'

test('a bench ended the servers of every checkout on the machine: it knows its own by where they come from', () => {
  const table = `
    10     1 node scripts/supervisor.ts
    12    11 node --import x /a/apps/server/src/main.ts
    11    10 /bin/launch
    13     1 postgres -D /tmp/mine/postgres/cluster -c port=1
    20     1 node scripts/supervisor.ts
    21    20 node /b/apps/server/src/main.ts
    22     1 postgres -D /tmp/mine2/postgres/cluster -c port=1
    23    10 sh -c node /a/apps/server/src/main.ts
  `
  expect(processesOf(table, { pid: 10, dataDir: '/tmp/mine' })).toEqual({ api: [12], postgres: [13] })
})

test('no bench, rig or test ends processes by their name or port', () => {
  const byName = /\b(?:pkill|killall|fuser|lsof)\b/
  const files = sourceFiles.filter(
    file => /^(?:bench|tests|scripts)\//.test(file) && !file.endsWith('ownProcesses.test.ts'),
  )
  expect(files.length).toBeGreaterThan(100)
  expect(files.filter(file => byName.test(textOf(file)))).toEqual([])
})
