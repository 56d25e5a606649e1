// The waybill machine against its oracle at full length, and a thousand waybills with thirty-two conflicting hands
// each.
import { startTestCluster } from '@yunshu/postgres/scratch'
import { startFreightWorld, type FreightWorld } from '../tests/server/freightWorld.ts'
import { guardFaults } from '../tests/server/waybillModel/guards.ts'
import { broken } from '../tests/server/waybillModel/invariants.ts'
import { manyHands } from '../tests/server/waybillModel/manyHands.ts'
import { openLane, type Lane } from '../tests/server/waybillModel/model.ts'
import { wrongRules } from '../tests/server/waybillModel/plants.ts'
import type { Bench, Figure } from './figure.ts'

const moves = Number(process.env['MODEL_STEPS'] ?? 100_000)
const contested = Number(process.env['MODEL_WAYBILLS'] ?? 1000)
const lanesAtOnce = 8
/** Steps of a lane between two looks at the database. */
const roundSteps = 250
const hands = 32
const seed = 20_261

export const waybillModelBench: Bench = {
  name: 'waybillModel',
  run: async () => {
    const cluster = await startTestCluster()
    try {
      const world = await startFreightWorld({ LOG_LEVEL: 'fatal' })
      try {
        return [...(await walk(world)), ...(await contest(world))]
      } finally {
        await world.stop()
      }
    } finally {
      await cluster.stop()
    }
  },
}

async function walk(world: FreightWorld): Promise<Figure[]> {
  const started = performance.now()
  const faults: string[] = []
  const verdicts: Record<string, number> = {}
  let taken = 0
  let generation = 0
  while (taken < moves && faults.length === 0) {
    // fresh lanes now and then: the waybills of old ones have ended
    const lanes: Lane[] = []
    for (let n = 0; n < lanesAtOnce; n++) lanes.push(await openLane(world, seed + generation * lanesAtOnce + n))
    generation++
    for (let round = 0; round < 5 && taken < moves; round++) {
      await Promise.all(lanes.map(lane => lane.walk(roundSteps)))
      faults.push(
        ...lanes.flatMap(lane => lane.walked.mismatches),
        ...(await broken(
          world,
          lanes.flatMap(({ waybills }) => waybills),
        )),
      )
      taken += lanesAtOnce * roundSteps
    }
    for (const lane of lanes)
      for (const [verdict, n] of Object.entries(lane.walked.verdicts)) verdicts[verdict] = (verdicts[verdict] ?? 0) + n
    console.log(`  ${taken} 步，${((performance.now() - started) / 1000).toFixed(0)} s`)
  }
  for (const fault of faults.slice(0, 10)) console.log(`  ${fault}`)
  const seconds = (performance.now() - started) / 1000
  return [
    {
      name: '随机走单：与独立状态表不符或不变量被破坏',
      value: faults.length,
      unit: '处',
      goal: '= 0',
      reached: faults.length === 0 && taken >= moves,
      detail: `${taken} 步 ${seconds.toFixed(0)} s，${Object.entries(verdicts)
        .map(([verdict, n]) => `${verdict} ${n}`)
        .join('，')}`,
    },
    await control(world),
  ]
}

/** Wrong rules planted into the product, one after the other: the table walked row by row has to find every one. */
async function control(world: FreightWorld): Promise<Figure> {
  let found = 0
  for (const { put, code, complaint } of wrongRules) {
    const takeOut = put()
    const { faults } = await guardFaults(world, code)
    takeOut()
    if (complaint.test(faults.join('\n'))) found++
  }
  return {
    name: '对照：产品中逐条植入错误规则，被逐行核对发现的',
    value: found,
    unit: '条',
    goal: `= ${wrongRules.length}`,
    reached: found === wrongRules.length,
  }
}

async function contest(world: FreightWorld): Promise<Figure[]> {
  const { transitions, refusals } = await manyHands(world, contested, hands)
  const wrong = transitions.filter(n => n !== 1).length
  return [
    {
      name: `${contested} 张运单 × ${hands} 个冲突操作：不是恰好一次变更的运单`,
      value: wrong,
      unit: '张',
      goal: '= 0',
      reached: wrong === 0 && transitions.length === contested && refusals['stale'] === contested * (hands - 1),
      detail: Object.entries(refusals)
        .map(([word, n]) => `${word} ${n}`)
        .join('，'),
    },
  ]
}
