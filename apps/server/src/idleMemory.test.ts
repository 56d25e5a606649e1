// Memory that is given back when a process has nothing to do, and only then.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

interface Seen {
  /** Megabytes in the heap before and after. */
  readonly before: number
  readonly after: number
  /** Collections that were asked for, when `collect` counts them instead of collecting. */
  readonly asked: number
}

const idle = 'await pause(100)'
const busy = 'const stop = Date.now() + 40; while (Date.now() < stop) {} await pause(20)'
const counting = '() => { asked += 1 }'

/** A process that leaves 60 MB of garbage, then does `next` for 7 s. */
async function seen(next: string, collect = ''): Promise<Seen> {
  const script = `
    import { setTimeout as pause } from 'node:timers/promises'
    import { freeWhenIdle } from ${JSON.stringify(new URL('./idleMemory.ts', import.meta.url).href)}
    const used = () => process.memoryUsage().heapUsed / 1_048_576
    let asked = 0
    let left = []
    for (let i = 0; i < 500_000; i++) left.push({ i, text: 'x' + i })
    const before = used()
    ${collect === '' ? 'left = undefined' : ''}
    freeWhenIdle(${collect})
    const end = Date.now() + 7000
    while (Date.now() < end) { ${next} }
    console.log(JSON.stringify({ before, after: used(), asked, kept: left?.length }))`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script])
  return JSON.parse(stdout) as Seen
}

test.concurrent('an idle process gives back what its start left', async () => {
  const { before, after } = await seen(idle)
  expect(before).toBeGreaterThan(30)
  expect(after).toBeLessThan(before / 3)
})

// V8 may collect by itself at any time, so the calls are counted, not the bytes
test.concurrent('a process at work is not held up, an idle one collects once', async () => {
  expect((await seen(busy, counting)).asked).toBe(0)
  expect((await seen(idle, counting)).asked).toBe(1)
})
