// Money in the large: sheets of 500 and 5,000 waybills made, approved, voided and paid, beside the same rows written
// bare, and signatures of the same branch meanwhile.
import {
  approveSettlement,
  askVoid,
  confirmVoid,
  getSettlement,
  makeSettlement,
  submitSettlement,
} from '@yunshu/contract/settlement/settlement'
import type { Fen } from '@yunshu/domain/figures/money'
import { sheetMax } from '@yunshu/domain/settlement/settlement'
import { startTestCluster } from '@yunshu/postgres/scratch'
import { withClient } from '@yunshu/postgres/withClient'
import { sql } from 'kysely'
import { q } from '../apps/server/src/db/tx.ts'
import { startFreightWorld, wholeJourney, type FreightWorld, type MadeWaybill } from '../tests/server/freightWorld.ts'
import { deliverNotice, waitingSheet } from '../tests/server/noticeWorld.ts'
import { drift, openFunds, payTo, signedWaybill, type People } from '../tests/server/settlementWorld.ts'
import type { Client } from '../tests/server/testServer.ts'
import { quantile, type Bench, type Figure } from './figure.ts'

const rounds = Number(process.env['MONEY_ROUNDS'] ?? 12)
const lines = 500
const signatures = 60
/** Sheets made and approved before anything is timed: a process just started runs its first ones at half its speed. */
const warming = 3
/** Sheets of the most lines a sheet has. */
const largest = 3
/** The most trucks one appointment sends. */
const perTask = 20

export const moneyBench: Bench = {
  name: 'money',
  run: async () => {
    const cluster = await startTestCluster()
    try {
      const world = await startFreightWorld({ LOG_LEVEL: 'fatal' })
      try {
        return await measured(world)
      } finally {
        await world.stop()
      }
    } finally {
      await cluster.stop()
    }
  },
}

async function measured(world: FreightWorld): Promise<Figure[]> {
  const { server } = world
  const people = { maker: await server.login('shipper-freight'), finance: await server.login('shipper-finance') }
  for (const branch of ['branch1', 'branch2'])
    await openFunds(server, branch, { channel: 1_000_000_000_000, fuel: 1_000_000_000_000 })
  await approveSheets(people.finance, await sheetsOf(world, people, 'branch1', { count: warming, lines }))
  await signAll(world, await toSign(world))
  const alone = await signAll(world, await toSign(world))
  const made = emptyTimes()
  const sheets = await sheetsOf(world, people, 'branch1', { count: rounds, lines, times: made })
  const approved = await approveSheets(people.finance, sheets)
  const voided = await voidSheets(people, sheets.slice(0, rounds / 2))
  const bare: number[] = []
  for (const { settlementNum } of sheets.slice(rounds / 2)) bare.push(await writtenBare(world, settlementNum))
  const own = await signedBeside(world, people, 'branch1')
  // the same work of another branch takes the same processor, and shares no row with these signatures
  const others = await signedBeside(world, people, 'branch2')
  const page = await answers(world, people)
  const large = await sheetsOf(world, people, 'branch1', { count: largest, lines: sheetMax })
  const approvedLarge = await approveSheets(people.finance, large)
  const voidedLarge = await voidSheets(people, large)
  const faults = await drift(server)
  return [
    {
      ...within(`${lines} 行结算单审核`, approved, 300),
      baseline: `同样的行直接写入 ${quantile(bare, 0.5).toFixed(0)} ms`,
      detail: `${spread(approved)}；有人同时签收 ${spread(own.approved)}`,
    },
    ...besideFigures(alone, own.signed, others.signed),
    within(`${lines} 行结算单制单`, made.make, 1000),
    within(`${lines} 行结算单提交`, made.submit, 1000),
    within(`${lines} 行结算单作废`, voided, 1000),
    within(`${lines} 行：银行回话到页面可见`, page, 1000),
    within(`${sheetMax} 行结算单审核`, approvedLarge, 3000),
    within(`${sheetMax} 行结算单作废`, voidedLarge, 5000),
    {
      name: '账务差错',
      value: faults.length,
      unit: '处',
      goal: '0',
      reached: faults.length === 0,
      detail: faults[0] ?? '',
    },
  ]
}

/** Signatures alone, while their own branch approves sheets, and while another does; ms. */
function besideFigures(alone: readonly number[], own: readonly number[], others: readonly number[]): Figure[] {
  const [aloneP95, ownP95, othersP95] = [quantile(alone, 0.95), quantile(own, 0.95), quantile(others, 0.95)]
  return [
    {
      name: '审核时同一分公司签收 p95 与单独签收之比',
      value: ownP95 / aloneP95,
      unit: '倍',
      baseline: `单独 ${aloneP95.toFixed(0)} ms`,
      goal: '≤ 1.5',
      reached: ownP95 / aloneP95 <= 1.5,
      detail: spread(own),
    },
    {
      name: '同一分公司审核时签收 p95 与其他分公司审核时之比（只剩锁的差别）',
      value: ownP95 / othersP95,
      unit: '倍',
      baseline: `其他分公司 ${othersP95.toFixed(0)} ms`,
      goal: '≤ 1.5',
      reached: ownP95 / othersP95 <= 1.5,
      detail: spread(others),
    },
  ]
}

const spread = (values: readonly number[]) =>
  `中位 ${quantile(values, 0.5).toFixed(0)}，最大 ${Math.max(...values).toFixed(0)} ms，${values.length} 次`

/** The p95 of times with its goal, ms. */
function within(name: string, times: readonly number[], goal: number): Figure {
  const value = quantile(times, 0.95)
  return { name: `${name} p95`, value, unit: 'ms', goal: `≤ ${goal}`, reached: value <= goal, detail: spread(times) }
}

/** Waybills that wait for their signature. */
async function toSign(world: FreightWorld): Promise<MadeWaybill[]> {
  const ready: MadeWaybill[] = []
  for (let made = 0; made < signatures; made += perTask)
    for (const waybill of await world.waybills(perTask))
      ready.push(await world.walk(waybill, wholeJourney.slice(0, -1)))
  return ready
}

/** Signs waybills one after another; the time of each, ms. */
async function signAll(world: FreightWorld, waybills: readonly MadeWaybill[]): Promise<number[]> {
  const times: number[] = []
  for (const waybill of waybills) times.push(await timeOf(() => world.walk(waybill, ['sign'])))
  return times
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

async function manySigned(world: FreightWorld, count: number, branch = 'branch1'): Promise<string[]> {
  const ids: string[] = []
  while (ids.length < count)
    ids.push(
      ...(await Promise.all(Array.from({ length: 20 }, () => signedWaybill(world.server, { branch })))).map(
        ({ id }) => id,
      ),
    )
  return ids.slice(0, count)
}

interface Times {
  make: number[]
  submit: number[]
}

const emptyTimes = (): Times => ({ make: [], submit: [] })

/** A sheet that waits for its approval. */
interface Waiting {
  settlementNum: string
  version: number
  expectDue: Fen
}

/** Sheets made of signed waybills and submitted. The database is swept as its own service does for a product at work. */
async function sheetsOf(
  world: FreightWorld,
  { maker, finance }: People,
  branch: string,
  of: { count: number; lines: number; times?: Times },
): Promise<Waiting[]> {
  const { count, lines: size, times = emptyTimes() } = of
  const sheets: Waiting[] = []
  for (let n = 0; n < count; n++) {
    const waybillIds = await manySigned(world, size, branch)
    let sheet = { settlementNum: '', version: 0 }
    times.make.push(await timeOf(async () => (sheet = await maker.send(makeSettlement, { waybillIds }))))
    const { settlementNum, version } = sheet
    times.submit.push(await timeOf(() => maker.send(submitSettlement, { settlementNum, version })))
    const submitted = await finance.send(getSettlement, { settlementNum })
    sheets.push({ settlementNum, version: submitted.version, expectDue: submitted.due })
  }
  await withClient(world.server.ownerUrl, client => client.query('vacuum analyze'))
  return sheets
}

/** Approves sheets one after another and notes their versions; the time of each, ms. */
async function approveSheets(finance: Client, sheets: readonly Waiting[]): Promise<number[]> {
  const times: number[] = []
  for (const sheet of sheets)
    times.push(
      await timeOf(async () => {
        sheet.version = (await finance.send(approveSettlement, sheet)).version
      }),
    )
  return times
}

/** Voids approved sheets by two people; the time of each, ms. */
async function voidSheets({ maker, finance }: People, sheets: readonly Waiting[]): Promise<number[]> {
  const times: number[] = []
  for (const { settlementNum, version } of sheets)
    times.push(
      await timeOf(async () => {
        const asked = await maker.send(askVoid, { settlementNum, version, reason: '重做' })
        await finance.send(confirmVoid, { settlementNum, version: asked.version })
      }),
    )
  return times
}

/** Sheets of a branch approved one after another while waybills of the first branch are signed; the times of both, ms. */
async function signedBeside(world: FreightWorld, people: People, branch: string) {
  const sheets = await sheetsOf(world, people, branch, { count: rounds, lines })
  const waiting = await toSign(world)
  const signed: number[] = []
  let isOver = false
  const signing = (async () => {
    for (const waybill of waiting) {
      if (isOver) return
      signed.push(await timeOf(() => world.walk(waybill, ['sign'])))
    }
  })()
  const approved = await approveSheets(people.finance, sheets)
  isOver = true
  await signing
  return { signed, approved }
}

/** The rows an approval wrote, written again into tables of the same shape by single statements, ms. */
async function writtenBare(world: FreightWorld, settlementNum: string): Promise<number> {
  const entries = sql`select v.entry_id from vouchers v join settlements s on s.id = v.settlement_id
    where s.settlement_num = ${settlementNum}`
  const tables = {
    journal_entries: sql`select * from journal_entries where id in (${entries})`,
    journal_lines: sql`select * from journal_lines where entry_id in (${entries})`,
    vouchers: sql`select * from vouchers where entry_id in (${entries})`,
    events: sql`select * from events where entity = 'voucher'
      and entity_id in (select v.id from vouchers v join journal_lines l on l.reverses_entry = v.entry_id
      where l.entry_id in (${entries}))`,
  }
  return world.server.db(async tx => {
    for (const name of Object.keys(tables))
      await tx.run(
        sql`create temporary table ${sql.table(`bare_${name}`)} (like ${sql.table(name)} including all) on commit drop`.compile(
          q,
        ),
      )
    return timeOf(async () => {
      for (const [name, rows] of Object.entries(tables))
        await tx.run(sql`insert into ${sql.table(`bare_${name}`)} ${rows}`.compile(q))
    })
  })
}

/** The time from a word of the bank to the page that shows it, ms. */
async function answers(world: FreightWorld, people: People): Promise<number[]> {
  await payTo(world.server, 'carrier', '6222020000009005')
  const times: number[] = []
  for (let n = 0; n < Math.ceil(rounds / 2); n++) {
    const { sheet, notice } = await waitingSheet(world.server, people, await manySigned(world, lines))
    times.push(
      await timeOf(async () => {
        await deliverNotice(world.server, notice)
        for (;;) {
          const { state } = await people.finance.send(getSettlement, { settlementNum: sheet.settlementNum })
          if (state === 'paid') return
        }
      }),
    )
  }
  return times
}
