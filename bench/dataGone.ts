// The folder of the data is deleted while the product runs: it ends by itself or when it is asked to, soon, and says why.
import fs from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { startProduct, type Product } from '../tests/e2e/product.ts'
import type { Bench, Figure } from './figure.ts'

/** The longest an end is waited for, and the time a product that lost nothing is watched, ms. */
const mostMs = 120_000,
  watchMs = 15_000

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** Seconds until a product has ended; Infinity if it has not. */
async function untilEnd({ pid }: Product, withinMs: number): Promise<number> {
  const begun = performance.now()
  while (isAlive(pid)) {
    if (performance.now() - begun > withinMs) return Infinity
    await pause(50)
  }
  return (performance.now() - begun) / 1000
}

async function once(isAsked: boolean): Promise<Figure[]> {
  const product = await startProduct({ TRACKING: 'on' })
  try {
    // the track role and the gateway come after the portal
    await pause(5000)
    const undisturbed = isAsked ? undefined : await untilEnd(product, watchMs)
    fs.rmSync(product.dataDir, { recursive: true, force: true })
    if (isAsked) process.kill(product.pid, 'SIGTERM')
    const seconds = await untilEnd(product, mostMs)
    if (seconds === Infinity) process.kill(product.pid, 'SIGKILL')
    const why =
      product
        .output()
        .split('\n')
        .findLast(line => line.startsWith('✗')) ?? '没有说明'
    const most = isAsked ? 45 : 60
    return [
      {
        name: isAsked ? '数据目录被删后请它停止' : '数据目录被删后自行停止',
        value: seconds,
        unit: '秒',
        goal: `≤ ${most}${isAsked ? '' : '，并说明原因'}`,
        reached: seconds <= most && (isAsked || why.includes('已不存在')),
        detail: isAsked ? '' : why,
      },
      ...(undisturbed === undefined
        ? []
        : [
            {
              name: `对照：数据目录还在时 ${watchMs / 1000} 秒内停止`,
              value: Number(undisturbed !== Infinity),
              unit: '次',
              goal: '= 0',
              reached: undisturbed === Infinity,
            },
          ]),
    ]
  } finally {
    await product.stop()
  }
}

export const dataGoneBench: Bench = {
  name: 'dataGone',
  run: async () => [...(await once(false)), ...(await once(true))],
}
