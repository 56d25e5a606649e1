// Memory that is given back when a process has nothing to do, and only then.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

/** A process that leaves 60 MB of garbage, then does `next` for 7 s: MB in its heap before and after. */
async function heapAround(next: string): Promise<{ before: number; after: number }> {
  const script = `
    import { setTimeout as pause } from 'node:timers/promises'
    import { freeWhenIdle } from ${JSON.stringify(new URL('./idleMemory.ts', import.meta.url).href)}
    const used = () => process.memoryUsage().heapUsed / 1_048_576
    let left = []
    for (let i = 0; i < 500_000; i++) left.push({ i, text: 'x' + i })
    left = undefined
    const before = used()
    freeWhenIdle()
    const end = Date.now() + 7000
    while (Date.now() < end) { ${next} }
    console.log(JSON.stringify({ before, after: used() }))`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script])
  return JSON.parse(stdout) as { before: number; after: number }
}

test('an idle process gives back what its start left', async () => {
  const { before, after } = await heapAround('await pause(100)')
  expect(before).toBeGreaterThan(30)
  expect(after).toBeLessThan(before / 3)
})

test('a process at work is not held up', async () => {
  const { before, after } = await heapAround(
    'const stop = Date.now() + 40; while (Date.now() < stop) {} await pause(20)',
  )
  expect(after).toBeGreaterThan(before / 2)
})
