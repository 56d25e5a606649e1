// Random kills of API, PostgreSQL and both while clients write: no acknowledged write is lost, none has two effects.
import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { takeGoods } from '@yunshu/contract/goods/goods'
import type { Call, Input } from '@yunshu/contract/call'
import type { Envelope } from '@yunshu/contract/wire'
import { processesOf } from './ownProcesses.ts'
import { startProduct, type Product } from '../tests/e2e/product.ts'
import { dice } from '../apps/server/demo/invented.ts'
import { median, quantile, type Bench, type Figure } from './figure.ts'
import { largeGoods, tasksOf, tamper } from './killsData.ts'
import { callPortal, signIn, type Caller } from './portalCalls.ts'

const kills = Number(process.env['KILLS'] ?? 60)
const clients = 8

/** One call with a given key; undefined when no answer came or the server was away. */
async function ask<C extends Call>(
  url: string,
  call: C,
  input: Input<C>,
  who: Caller,
  key: string,
): Promise<Envelope | undefined> {
  const answer = await callPortal(url, call, input, who, key)
  return answer === undefined || answer.http === 503 || answer.http === 500 ? undefined : answer.envelope
}

const processes = (product: Product): ReturnType<typeof processesOf> =>
  processesOf(execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' }), product)

export const killsBench: Bench = {
  name: 'kills',
  run: async () => {
    const product = await startProduct({ LOG_LEVEL: 'fatal' })
    try {
      const who = await signIn(product, 'carrier')
      const goodsId = await largeGoods(product)
      const acked: string[] = []
      let refused = 0
      let stopping = false
      const work = Array.from({ length: clients }, async () => {
        while (!stopping) {
          const key = randomUUID()
          for (;;) {
            const answer = await ask(product.url, takeGoods, { goodsId, qty: 1 }, who, key)
            if (answer === undefined) {
              await pause(20)
              continue
            }
            if (answer.code === 0) acked.push(key)
            else refused++
            break
          }
        }
      })
      const back = await killing(product, who)
      stopping = true
      await Promise.all(work)
      const found = await tasksOf(product, goodsId)
      const wrong = Math.abs(found.tasks - acked.length) + Math.abs(found.taken - acked.length)
      const control = await tamper(product, goodsId)
      const caught = Math.abs(control.tasks - acked.length) + Math.abs(control.taken - acked.length)
      const figure = (name: string, value: number, goal: string, reached: boolean, detail?: string): Figure => ({
        name,
        value,
        unit: '',
        goal,
        reached,
        ...(detail ? { detail } : {}),
      })
      return [
        figure(
          '已确认写入：丢失或重复',
          wrong,
          '= 0',
          wrong === 0 && refused === 0 && acked.length > 1000,
          `${acked.length} 次确认，${kills} 次强杀，${refused} 次拒绝`,
        ),
        figure('对照：抹掉一行并多记一行是否被发现', caught, '≥ 1', caught >= 1),
        {
          name: '强杀后到再次成功',
          value: median(back),
          unit: 'ms（中位）',
          goal: '≤ 1000',
          reached: median(back) <= 1000,
          detail: `最长 ${quantile(back, 1).toFixed(0)} ms`,
        },
      ]
    } finally {
      await product.stop()
    }
  },
}

const pause = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms))

async function killing(product: Product, who: Caller): Promise<number[]> {
  const chance = dice(Number(process.env['SEED'] ?? 20_261_121))
  const back: number[] = []
  for (let i = 0; i < kills; i++) {
    await pause(chance.int(150, 700))
    const { api, postgres } = processes(product)
    const target = chance.pick(['api', 'postgres', 'both'] as const)
    for (const pid of [...(target === 'postgres' ? [] : api), ...(target === 'api' ? [] : postgres)])
      try {
        process.kill(pid, 'SIGKILL')
      } catch {
        /* it had ended already */
      }
    const start = performance.now()
    // any answer of the server, not a 503, says it is back
    while (
      (await ask(
        product.url,
        takeGoods,
        { goodsId: '00000000-0000-7000-8000-000000000000', qty: 1 },
        who,
        randomUUID(),
      )) === undefined
    )
      await pause(5)
    back.push(performance.now() - start)
  }
  return back
}
