// Random kills of server, database and bank while money moves: nothing is paid twice, no result of the bank is lost, and
// every act that was answered has one effect.
import { setTimeout as pause } from 'node:timers/promises'
import type { Cluster } from '@yunshu/postgres/launcher'
import { sql } from 'kysely'
import { dice } from '../apps/server/demo/invented.ts'
import { q } from '../apps/server/src/db/tx.ts'
import { brokenInvariants } from '../tests/server/moneyInvariants.ts'
import { isAtRest, resultOf } from '../tests/server/killedBank/bankLedger.ts'
import { drift } from '../tests/server/settlementWorld.ts'
import type { Bench, Figure } from './figure.ts'
import { count, Hands } from './moneyKillsHands.ts'
import { lookAt, type Faults } from './moneyKillsProof.ts'
import { Work } from './moneyKillsWork.ts'
import {
  again,
  openKillWorld,
  strike,
  targets,
  withLastingCluster,
  type KillWorld,
  type Plant,
} from './moneyKillsWorld.ts'

type Chance = ReturnType<typeof dice>

const kills = Number(process.env['MONEY_KILLS'] ?? 20)
const seed = Number(process.env['SEED'] ?? 20_261_127)
const lanes = 6
/** Acts that are answered between two kills. */
const actsBetween = 12

interface Run {
  readonly faults: Faults
  /** Sums of the books that did not hold, and acts whose repetition had another answer. */
  readonly broken: string[]
  readonly struck: Map<string, number>
  readonly hands: Hands
}

/** Sums of the books that do not hold. */
const sumsApart = ({ db, ownerUrl }: KillWorld): Promise<string[]> =>
  again(async () => [...(await drift({ db })), ...(await brokenInvariants({ ownerUrl }))])

/** Looks at bank and product, and adds what is found. */
async function look({ faults, broken, hands }: Run, world: KillWorld, isEnd = false): Promise<void> {
  const { ownerUrl, ledger } = world
  const found = await again(() => lookAt({ ownerUrl, ledger, acked: hands.acked, isEnd }))
  for (const name of ['double', 'lost', 'apart'] as const) faults[name].push(...found[name])
  broken.push(...(await sumsApart(world)))
}

const faultsIn = ({ faults, broken }: Run): string[] => [...Object.values(faults).flat(), ...broken]

/** Work and kills, then quiet, and the last look. */
async function run(world: KillWorld, cluster: Cluster, chance: Chance): Promise<Run> {
  const hands = new Hands()
  const work = new Work(hands, chance, world)
  const found: Run = { faults: { double: [], lost: [], apart: [] }, broken: [], struck: new Map(), hands }
  const state = { isOver: false }
  const working = [
    ...Array.from({ length: lanes }, () => work.lane(state)),
    work.exceptions(state),
    work.months(state),
    work.repeats(state, line => found.broken.push(line)),
  ]
  for (let done = 1; done <= kills && faultsIn(found).length === 0; done++) {
    const [before, since] = [hands.acked.length, performance.now()]
    while (hands.acked.length < before + actsBetween && performance.now() - since < 15_000) await pause(10)
    await pause(chance.int(0, 300))
    const target = chance.pick(targets)
    strike(target, world, cluster)
    count(found.struck, target)
    await look(found, world)
    if (done % 20 === 0) console.log(`  ${done} 次强杀，${hands.acked.length} 次操作已确认`)
  }
  state.isOver = true
  await Promise.all(working)
  if (faultsIn(found).length > 0) return found
  await quiet(world, work)
  await look(found, world, true)
  return found
}

/** Lets everything come to an end: the bank tells what it has to tell, people end what waits for them. */
async function quiet(world: KillWorld, work: Work): Promise<void> {
  const began = performance.now()
  for (let calm = 0; calm < 3;) {
    const open = await openSheets(world)
    if (performance.now() - began > 180_000) throw new Error(`it does not come to rest: ${open.join()}`)
    await hurry(world)
    const exceptions = await work.endExceptions()
    await Promise.all(open.map(num => work.walk(num)))
    const isTold = [...Map.groupBy(world.ledger(), line => line.order).values()].every(isAtRest)
    calm = exceptions === 0 && open.length === 0 && isTold ? calm + 1 : 0
    await pause(300)
  }
}

const openSheets = async ({ db }: KillWorld): Promise<string[]> =>
  (
    await db(tx =>
      tx.rows(
        q.selectFrom('settlements').select('settlement_num').where('state', 'not in', ['paid', 'closed', 'void']),
      ),
    )
  ).map(row => row.settlement_num)

/**
 * Turns the clock for orders that wait: those not sent yet are sent now, and for those that never reached the bank its day is
 * over, so that two people can end them.
 */
async function hurry({ db, ledger }: KillWorld): Promise<void> {
  const known = [...new Set(ledger().map(({ order }) => order))]
  const now = Date.now()
  await db(async tx => {
    await tx.run(sql`update payments set next_at = ${now} where state = 'created' and next_at > ${now}`.compile(q))
    await tx.run(
      sql`update payments set sent_at = sent_at - 2 * 86400000::bigint where state in ('sent', 'unknown')
        and sent_at between ${now - 86_400_000} and ${now - 3000} and idem_key <> all (${known}::text[])`.compile(q),
    )
  })
}

/** Faults that are written into the books after the last look, by the kind that has to see them. */
const spoils: Readonly<Record<string, readonly [keyof Faults, string]>> = {
  银行的一个结果被抹掉: [
    'lost',
    `delete from channel_facts where id = (select f.id from channel_facts f join payments p on p.idem_key = f.order_key
      where f.kind = 'SUCCESS' and f.exception_id is null
        and (select count(*) from channel_facts o where o.order_key = f.order_key) = 1 limit 1)`,
  ],
  一笔到账被记成失败: [
    'lost',
    `update payments set state = 'failed' where id = (select id from payments where state = 'success' limit 1)`,
  ],
  一笔流水少一分: [
    'lost',
    `update trades set amount_fen = amount_fen - 1 where id = (select id from trades where direction = 'OUT' and payment_id is not null limit 1)`,
  ],
  一次已确认的审核没有留下: [
    'apart',
    `delete from events where id = (select id from events where entity = 'settlement' and action = '审核通过' limit 1)`,
  ],
  一次支付留下两次: [
    'apart',
    `update events set action = '支付' where id = (select id from events where entity = 'settlement' and action = '审核通过' limit 1)`,
  ],
}

/** Faults of channel and bank, each for a world of its own. */
const plants: Readonly<Record<string, Plant>> = {
  没有应答就再发一次而银行重复付款: { channel: 'resends', bank: 'repeats' },
  没有应答就换单号再发: { channel: 'renumbers' },
}

/** Whether a planted fault of the channel is seen while sheets are paid. */
async function isSeen(plant: Plant, chance: Chance): Promise<boolean> {
  const world = await openKillWorld(72, chance, plant)
  try {
    const { ownerUrl, ledger } = world
    const hands = new Hands()
    const work = new Work(hands, chance, world)
    const state = { isOver: false }
    const working = Array.from({ length: lanes }, () => work.lane(state))
    let seen = 0
    for (let looks = 0; looks < 240 && seen === 0; looks++) {
      await pause(250)
      seen = (await lookAt({ ownerUrl, ledger, acked: hands.acked })).double.length
    }
    state.isOver = true
    await Promise.all(working)
    return seen > 0
  } finally {
    await world.stop()
  }
}

async function controls(world: KillWorld, hands: Hands, chance: Chance): Promise<Figure> {
  const { ownerUrl, ledger } = world
  const missed: string[] = []
  for (const [name, [kind, spoil]] of Object.entries(spoils)) {
    const found = await lookAt({ ownerUrl, ledger, acked: hands.acked, isEnd: true, spoil })
    if (found[kind].length === 0) missed.push(name)
  }
  for (const [name, plant] of Object.entries(plants)) if (!(await isSeen(plant, chance))) missed.push(name)
  const goal = Object.keys(spoils).length + Object.keys(plants).length
  return {
    name: '对照：植入的错误被发现的',
    value: goal - missed.length,
    unit: '条',
    goal: `= ${goal}`,
    reached: missed.length === 0,
    detail: missed.join('，'),
  }
}

function doneBy({ acked }: Hands): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { title } of acked) count(counts, title)
  return counts
}

const told = (counts: ReadonlyMap<string, number>): string => [...counts].map(([name, n]) => `${name} ${n}`).join('，')

async function figuresOf(cluster: Cluster): Promise<Figure[]> {
  const chance = dice(seed)
  const began = performance.now()
  const world = await openKillWorld(kills * 12 + 120, chance)
  const openedS = (performance.now() - began) / 1000
  try {
    const found = await run(world, cluster, chance)
    const { hands, faults, broken, struck } = found
    for (const line of faultsIn(found).slice(0, 30)) console.log(`  ${line}`)
    const orders = Map.groupBy(world.ledger(), line => line.order)
    const ends = new Map<string, number>()
    for (const lines of orders.values()) count(ends, resultOf(lines) ?? 'open')
    console.log(
      `  准备 ${openedS.toFixed(0)} s，强杀与收尾 ${(performance.now() / 1000 - began / 1000 - openedS).toFixed(0)} s`,
    )
    console.log(`  没有等到应答的请求：${told(hands.cut)}`)
    console.log(`  拒绝：${told(hands.refused)}`)
    const figure = (name: string, faulty: readonly string[], detail: string): Figure => ({
      name,
      value: faulty.length,
      unit: '处',
      goal: '= 0',
      reached: faulty.length === 0 && orders.size >= kills,
      detail,
    })
    return [
      figure(
        `资金流程中强杀 ${kills} 次：重复付款`,
        faults.double,
        `${told(struck)}；银行收到 ${orders.size} 单：${told(ends)}`,
      ),
      figure('丢失的银行结果', faults.lost, `种子 ${seed}`),
      figure(
        '已确认的操作没有或有两次效果',
        faults.apart,
        `${hands.acked.length} 次操作已确认：${told(doneBy(hands))}`,
      ),
      figure('账目不平、重复提交应答不同', broken, ''),
      ...(faultsIn(found).length === 0 ? [await controls(world, hands, chance)] : []),
    ]
  } finally {
    await world.stop()
  }
}

export const moneyKillsBench: Bench = { name: 'moneyKills', run: () => withLastingCluster(figuresOf) }
