// Random operations of money by the product on PostgreSQL and by the oracle of the design, in several processes with a
// database each, and faults that must be found.
import { availableParallelism } from 'node:os'
import { startTestCluster } from '@yunshu/postgres/scratch'
import { leftOut } from '../tests/server/moneyModel/productWalk.ts'
import { plantedFaults, plantedInProduct } from '../tests/server/moneyModel/productFaults.ts'
import { peopledDatabase } from '../tests/server/testServer.ts'
import { startHelper, type Helper } from './childProcess.ts'
import type { Bench, Figure } from './figure.ts'
import type { ToldWalk, WalksAsk } from './moneyModelWalks.ts'

const wanted = Number(process.env['MONEY_OPERATIONS'] ?? 20_000)
const firstSeed = Number(process.env['MONEY_SEED'] ?? 20_261)
/** Processes, each with a database of its own. */
const workers = Number(process.env['MONEY_WORKERS'] ?? availableParallelism())
/** Walks of a process at once: while one waits for the database another thinks. */
const lanes = 3
/** The most operations of a walk; each has companies of its own, so that its books stay small. */
const walkOperations = 2000

type Walks = Helper<WalksAsk>

export const moneyModelBench: Bench = {
  name: 'moneyModel',
  run: async () => {
    const cluster = await startTestCluster()
    try {
      // the database all others are copies of is made once
      await (await peopledDatabase()).drop()
      const helpers = Array.from({ length: workers }, () => startHelper<WalksAsk>('bench/moneyModelWalks.ts'))
      try {
        for (const line of leftOut) console.log(`  未驱动：${line}`)
        const figures = [await walk(helpers), await control(helpers)]
        await Promise.all(helpers.map(({ ask }) => ask({ do: 'end' })))
        return figures
      } finally {
        await Promise.all(helpers.map(({ stop }) => stop()))
      }
    } finally {
      await cluster.stop()
    }
  },
}

async function walk(helpers: readonly Walks[]): Promise<Figure> {
  const started = performance.now()
  const seconds = (): number => (performance.now() - started) / 1000
  const sums = { operations: 0, accepted: 0, refused: 0 }
  const done = new Map<string, number>()
  const differences: string[] = []
  const operations = Math.min(walkOperations, Math.ceil(wanted / (helpers.length * lanes)))
  let [seed, given] = [firstSeed, 0]
  const add = (walked: ToldWalk): void => {
    for (const name of ['operations', 'accepted', 'refused'] as const) sums[name] += walked[name]
    for (const [name, n] of walked.done) done.set(name, (done.get(name) ?? 0) + n)
    differences.push(...walked.differences)
  }
  const work = async ({ ask }: Walks): Promise<void> => {
    while (given < wanted && differences.length === 0) {
      given += lanes * operations
      const seeds = Array.from({ length: lanes }, () => seed++)
      const walked = (await ask({ do: 'walk', seeds, operations })) as ToldWalk[]
      walked.forEach(add)
      console.log(`  ${sums.operations} 步，${seconds().toFixed(0)} s`)
    }
  }
  await Promise.all(helpers.map(work))
  for (const difference of differences.slice(0, 20)) console.log(`  ${difference}`)
  console.log(`  ${[...done].map(([name, n]) => `${name} ${n}`).join('，')}`)
  return {
    name: '随机资金操作：与独立账本不符',
    value: differences.length,
    unit: '处',
    goal: '= 0',
    reached: differences.length === 0 && sums.operations >= wanted,
    detail: `种子 ${firstSeed}–${seed - 1}，${helpers.length} 个进程，${sums.operations} 步 ${seconds().toFixed(0)} s，每步 ${((seconds() * 1000) / sums.operations).toFixed(1)} ms：受理 ${sums.accepted}，拒绝 ${sums.refused}`,
  }
}

/** Wrong rules of the oracle, and faults of the product: each has to part the two. */
async function control(helpers: readonly Walks[]): Promise<Figure> {
  const all: readonly string[] = [...plantedFaults, ...Object.keys(plantedInProduct)]
  const left = [...all]
  const missed: string[] = []
  const work = async ({ ask }: Walks): Promise<void> => {
    for (let fault = left.pop(); fault !== undefined; fault = left.pop())
      if ((await ask({ do: 'plant', fault })) !== true) missed.push(fault)
  }
  await Promise.all(helpers.flatMap(helper => Array.from({ length: lanes }, () => work(helper))))
  return {
    name: '对照：植入的错误被发现的',
    value: all.length - missed.length,
    unit: '条',
    goal: `= ${all.length}`,
    reached: missed.length === 0,
    ...(missed.length > 0 ? { detail: missed.join('，') } : {}),
  }
}
