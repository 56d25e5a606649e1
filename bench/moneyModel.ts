// Random operations of money by the product on PostgreSQL and by the oracle of the design, and faults that must be found.
import { startTestCluster } from '@yunshu/postgres/scratch'
import { leftOut, walkProduct, type WalkOptions } from '../tests/server/moneyModel/productWalk.ts'
import { plantedFaults, plantedInProduct } from '../tests/server/moneyModel/productFaults.ts'
import { holdJobs, startTestServer, type TestServer } from '../tests/server/testServer.ts'
import type { Bench, Figure } from './figure.ts'

const wanted = Number(process.env['MONEY_OPERATIONS'] ?? 20_000)
const firstSeed = Number(process.env['MONEY_SEED'] ?? 20_261)
/** Operations of a walk; each has companies of its own, so that its books stay small. */
const walkOperations = 2000
const lanes = 4

export const moneyModelBench: Bench = {
  name: 'moneyModel',
  run: async () => {
    const cluster = await startTestCluster()
    try {
      const server = await startTestServer({ LOG_LEVEL: 'fatal' })
      const letJobsRun = await holdJobs(server)
      try {
        for (const line of leftOut) console.log(`  未驱动：${line}`)
        return [await walk(server), await control(server)]
      } finally {
        await letJobsRun()
        await server.stop()
      }
    } finally {
      await cluster.stop()
    }
  },
}

async function walk(server: TestServer): Promise<Figure> {
  const started = performance.now()
  const seconds = (): string => ((performance.now() - started) / 1000).toFixed(0)
  const sums = { operations: 0, accepted: 0, refused: 0 }
  const done = new Map<string, number>()
  const differences: string[] = []
  let seed = firstSeed
  const lane = async (): Promise<void> => {
    while (sums.operations < wanted && differences.length === 0) {
      const walked = await walkProduct(server, { seed: seed++, operations: walkOperations })
      for (const name of ['operations', 'accepted', 'refused'] as const) sums[name] += walked[name]
      for (const [name, n] of walked.done) done.set(name, (done.get(name) ?? 0) + n)
      differences.push(...walked.differences)
      console.log(`  ${sums.operations} 步，${seconds()} s`)
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  for (const difference of differences.slice(0, 20)) console.log(`  ${difference}`)
  console.log(`  ${[...done].map(([name, n]) => `${name} ${n}`).join('，')}`)
  return {
    name: '随机资金操作：与独立账本不符',
    value: differences.length,
    unit: '处',
    goal: '= 0',
    reached: differences.length === 0 && sums.operations >= wanted,
    detail: `种子 ${firstSeed}–${seed - 1}，${sums.operations} 步 ${seconds()} s：受理 ${sums.accepted}，拒绝 ${sums.refused}`,
  }
}

/** Wrong rules of the oracle, and faults of the product: each has to part the two. */
async function control(server: TestServer): Promise<Figure> {
  const isFound = async (options: Partial<WalkOptions>): Promise<boolean> => {
    for (let seed = 1; seed <= 5; seed++)
      if ((await walkProduct(server, { operations: 1500, ...options, seed })).differences.length > 0) return true
    return false
  }
  const missed: string[] = []
  for (const fault of plantedFaults) if (!(await isFound({ config: { fault } }))) missed.push(fault)
  for (const [name, swallow] of Object.entries(plantedInProduct)) if (!(await isFound({ swallow }))) missed.push(name)
  const all = plantedFaults.length + Object.keys(plantedInProduct).length
  return {
    name: '对照：植入的错误被发现的',
    value: all - missed.length,
    unit: '条',
    goal: `= ${all}`,
    reached: missed.length === 0,
    ...(missed.length > 0 ? { detail: missed.join('，') } : {}),
  }
}
