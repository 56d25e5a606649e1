// The waybill list at fifty thousand and at five million waybills: what the product adds to its own SQL, and how the
// cost of each question grows.
import type { Input } from '@yunshu/contract/call'
import { countWaybills, listWaybills } from '@yunshu/contract/waybill/waybill'
import type { GoodsKind } from '@yunshu/domain/goods/goods'
import { DAY_MS, startOfDay } from '@yunshu/domain/figures/time'
import { startTestCluster } from '@yunshu/postgres/scratch'
import { withClient } from '@yunshu/postgres/withClient'
import type pg from 'pg'
import { openPool } from '../apps/server/src/db/pool.ts'
import { nilId, q } from '../apps/server/src/db/tx.ts'
import { demoCompanyId } from '../apps/server/demo/people.ts'
import { startTestServer, type TestServer } from '../tests/server/testServer.ts'
import { captured, type Select } from './captured.ts'
import { alternate, median, quantile, type Bench, type Figure } from './figure.ts'
import { makeLargeSet, sizeOf } from './largeSet.ts'

/** Sizes compared; SMALL and WAYBILLS set them, ROUNDS how often each question is asked. */
const small = Number(process.env['SMALL'] ?? 50_000)
const large = Number(process.env['WAYBILLS'] ?? 5_000_000)
const rounds = Number(process.env['ROUNDS'] ?? 30)
/** Questions asked before anything is measured. */
const warmUps = 6
/**
 * Most a person waits for a question, p95 of the whole HTTP, ms: what opens a page, and the heaviest that can be asked.
 */
const waitMs = { first: 300, any: 1500 } as const

/** `isPage`: a page further down, without counters. `isSums`: the sums at the foot, which come after the rows. */
interface Question {
  readonly name: string
  readonly account: string
  readonly filter: Input<typeof listWaybills>
  readonly isPage?: true
  readonly isSums?: true
}
/**
 * p95 of the SQL alone and of the whole HTTP and the middle of the latter, ms; the middle ratio of the two; rows that
 * came; how the planner reads waybills.
 */
interface Asked {
  readonly bare: number
  readonly http: number
  readonly middle: number
  readonly ratio: number
  readonly rows: number
  readonly plans: readonly string[]
}

/** The questions people ask all day, and the heaviest they can ask. The first three open the page. */
async function questionsOf(test: TestServer): Promise<readonly Question[]> {
  const now = Date.now()
  const month = { from: startOfDay(now - 200 * DAY_MS), to: startOfDay(now - 170 * DAY_MS) }
  const known = await test.db(tx =>
    tx.rows(
      q
        .selectFrom('waybills')
        .select(['id', 'waybill_no', 'upstream_no', 'plate', 'driver_mobile'])
        .where('id', '<', middleId(now))
        .where('upstream_no', 'is not', null)
        .orderBy('id', 'desc')
        .limit(100),
    ),
  )
  const [some] = known
  if (!some) throw new Error('the set has no waybill in its middle')
  return [
    { name: '首屏，货主', account: 'shipper', filter: {} },
    { name: '首屏，承运商', account: 'carrier', filter: {} },
    { name: '首屏，平台', account: 'admin', filter: {} },
    { name: '合计，货主', account: 'shipper', filter: {}, isSums: true },
    { name: '合计，平台', account: 'admin', filter: {}, isSums: true },
    { name: '合计，半年前一个月，平台', account: 'admin', filter: month, isSums: true },
    { name: '运输中，承运商', account: 'carrier', filter: { state: 'inTransit' } },
    { name: '深页，平台', account: 'admin', filter: { cursor: some.id }, isPage: true },
    { name: '深页，货主', account: 'shipper', filter: { cursor: some.id }, isPage: true },
    { name: '一百个单号，平台', account: 'admin', filter: { numbers: known.map(row => row.waybill_no) } },
    { name: '整车牌，平台', account: 'admin', filter: { plate: some.plate } },
    { name: '客户单号开头，平台', account: 'admin', filter: { upstreamNo: some.upstream_no?.slice(0, -5) ?? '' } },
    { name: '半年前一个月，货主', account: 'shipper', filter: month },
    { name: '半年前一个月，平台', account: 'admin', filter: month },
    { name: '半年前一个月签收，平台', account: 'admin', filter: { ...month, dateKind: 'signed' } },
    { name: '半年前一个月装货，平台', account: 'admin', filter: { ...month, dateKind: 'loaded' } },
    { name: '异常与超期，货主', account: 'shipper', filter: { alert: 'any' } },
    { name: '异常与超期，平台', account: 'admin', filter: { alert: 'any' } },
    { name: '待审核回单，货主', account: 'shipper', filter: { receiptState: 'uploaded' } },
    { name: '待我答复的费用，货主', account: 'shipper', filter: { question: 'claim' } },
    { name: '待我答复的费用，平台', account: 'admin', filter: { question: 'claim' } },
    { name: '待确认的换车，平台', account: 'admin', filter: { question: 'swap' } },
    { name: '部分车牌，货主', account: 'shipper', filter: { plate: some.plate.slice(1, 6) } },
    { name: '部分车牌，平台', account: 'admin', filter: { plate: some.plate.slice(1, 6) } },
    { name: '手机尾号，平台', account: 'admin', filter: { driver: some.driver_mobile.slice(-5) } },
    { name: '司机姓名，平台', account: 'admin', filter: { driver: '王建' } },
    { name: '没有的司机，平台', account: 'admin', filter: { driver: '查无此人' } },
    { name: '装货地区，平台', account: 'admin', filter: { loadRegion: '130000' } },
    { name: '没有的地区，货主', account: 'shipper', filter: { loadRegion: '650000' } },
    { name: '干线，平台', account: 'admin', filter: { kind: 'GX' } },
    { name: '待上传回单，平台', account: 'admin', filter: { receiptState: 'waiting' } },
    { name: '未结算，平台', account: 'admin', filter: { settleState: 'unsettled' } },
    { name: '合计，未结算，平台', account: 'admin', filter: { settleState: 'unsettled' }, isSums: true },
    { name: '合计，卸货地区，货主', account: 'shipper', filter: { unloadRegion: '310000' }, isSums: true },
    {
      name: '十个月前以前签收，平台',
      account: 'admin',
      filter: { dateKind: 'signed', to: startOfDay(now - 300 * DAY_MS) },
    },
    { name: '客户单号前两位，平台', account: 'admin', filter: { upstreamNo: some.upstream_no?.slice(0, 2) ?? '' } },
    { name: '没有冻结的，承运商', account: 'carrier', filter: { settleState: 'frozen' } },
    { name: '没有的类型，货主', account: 'shipper', filter: { kind: await kindWithout(test) } },
  ]
}

/** A kind of goods of which the demo shipper has no waybill among its newest: the worst there is for a walk. */
async function kindWithout(test: TestServer): Promise<GoodsKind> {
  const rows = await test.db(tx =>
    tx.rows(
      q
        .selectFrom('waybills')
        .select('kind')
        .where('shipper_id', '=', demoCompanyId('shipper'))
        .orderBy('id', 'desc')
        .limit(1000),
    ),
  )
  return (['NORMAL', 'GX', 'SH'] as const).find(kind => rows.every(row => row.kind !== kind)) ?? 'GX'
}

/** The first id of the middle of the year. */
const middleId = (now: number): string =>
  `${(now - 182 * DAY_MS)
    .toString(16)
    .padStart(12, '0')
    .replace(/^(.{8})/, '$1-')}-7000-8000-000000000000`

async function ask(test: TestServer, { account, filter, isPage, isSums }: Question, times = rounds): Promise<Asked> {
  const client = await test.login(account)
  const { cursor: _cursor, limit: _limit, ...counted } = filter
  const rowsOf = async (): Promise<number> =>
    isSums
      ? ((await client.send(countWaybills, { ...counted, part: 'sums' })).summed ?? 0)
      : (await client.send(listWaybills, { ...filter, limit: 50 })).rows.length
  const whole = () =>
    Promise.all([
      rowsOf(),
      ...(isPage || isSums ? [] : [client.send(countWaybills, { ...withoutState(counted), part: 'counts' })]),
    ])
  const [rows] = await whole()
  // the jobs of the server ask too
  const selects = (await captured(whole)).filter(({ text }) => /waybill/.test(text))
  const pool = await poolOf(test, account)
  try {
    const bare = () => Promise.all(selects.map(({ text, values }) => pool.query(text, values)))
    const started = performance.now()
    await bare()
    // a question that takes seconds is known after a few times
    const { first, second } = await alternate(
      performance.now() - started > 500 ? Math.min(4, times) : times,
      bare,
      whole,
    )
    return {
      bare: quantile(first, 0.95),
      http: quantile(second, 0.95),
      middle: median(second),
      ratio: median(second) / median(first),
      rows,
      plans: await scansOf(pool, selects),
    }
  } finally {
    await pool.end()
  }
}

/** The counters do not know the state chosen. */
const withoutState = ({ state: _state, ...rest }: Input<typeof countWaybills>): Input<typeof countWaybills> => rest

/** Connections with the reach of an account, set once: the planner sees the same walls as the product's. */
async function poolOf(test: TestServer, account: string): Promise<pg.Pool> {
  const person = await test.db(tx =>
    tx.one(q.selectFrom('users').select(['company_id', 'type']).where('account', '=', account)),
  )
  const reach =
    person.type === 0
      ? { reach: 'platform', user: nilId, company: nilId, branch: nilId }
      : { reach: 'company', user: nilId, company: person.company_id ?? nilId, branch: nilId }
  return openPool({
    url: test.server.deps.config.databaseUrl,
    max: 2,
    log: () => {},
    options: Object.entries(reach)
      .map(([key, value]) => `-c app.${key}=${value}`)
      .join(' '),
  })
}

async function scansOf(pool: pg.Pool, selects: readonly Select[]): Promise<string[]> {
  const lines: string[] = []
  for (const { text, values } of selects)
    lines.push(
      ...(await pool.query<{ 'QUERY PLAN': string }>(`explain (costs off) ${text}`, values)).rows.map(row =>
        row['QUERY PLAN'].trim(),
      ),
    )
  return [...new Set(lines.filter(line => /Scan/.test(line) && /waybills/.test(line)))]
}

/** Asks everything of a set of one size; `then` runs on the same database. */
async function measure(
  waybills: number,
  then: (test: TestServer, questions: readonly Question[]) => Promise<void> = async () => {},
): Promise<ReadonlyMap<string, Asked>> {
  const cluster = await startTestCluster()
  const test = await startTestServer({ LOG_LEVEL: 'fatal' })
  try {
    const { seconds, gigabytes } = await makeLargeSet(test.ownerUrl, sizeOf(waybills), Date.now())
    console.log(`  ${waybills.toLocaleString('en')} 张运单：${seconds.toFixed(0)} 秒，${gigabytes.toFixed(2)} GiB`)
    const asked = new Map<string, Asked>()
    const questions = await questionsOf(test)
    // a process that has just begun is slow by itself: the first figures would be those of its start
    for (const question of questions.slice(0, warmUps)) for (let n = 0; n < 5; n++) await ask(test, question, 1)
    for (const question of questions) {
      const answer = await ask(test, question)
      asked.set(question.name, answer)
      if (process.env['PLANS'])
        console.log(
          `  ${question.name}: ${answer.bare.toFixed(1)} / ${answer.http.toFixed(1)} ms\n    ${answer.plans.join('\n    ')}`,
        )
    }
    await then(test, questions)
    return asked
  } finally {
    await test.stop()
    await cluster.stop()
  }
}

const ms = (value: number): string => `${value.toFixed(value < 10 ? 1 : 0)} ms`

/** Positive control: without its index a plate must be seen to cost a walk through all waybills. */
async function withoutPlateIndex(test: TestServer, questions: readonly Question[]): Promise<Figure[]> {
  const plate = questions.find(({ name }) => name.startsWith('整车牌'))
  if (!plate) return []
  const known = (await ask(test, plate)).http
  await withClient(test.ownerUrl, async client => {
    await client.query('drop index waybills_plate')
  })
  const started = performance.now()
  // at five million the walk passes every time limit: no answer at all is the slowest there is
  const http = await ask(test, plate).then(
    asked => asked.http,
    () => undefined,
  )
  const took = http ?? performance.now() - started
  return [
    {
      name: '对照：去掉车牌的索引，整车牌',
      value: took / known,
      unit: '×',
      goal: '> 10',
      reached: took > 10 * known,
      detail: `${ms(known)} → ${http === undefined ? `${ms(took)} 后仍无回答` : ms(http)}`,
    },
  ]
}

/** One question at the large size, and at the small one. */
interface Compared {
  readonly name: string
  readonly at: Asked
  readonly from: Asked | undefined
}

function speeds(all: readonly Compared[]): Figure[] {
  const figures: Figure[] = []
  const title = `${large.toLocaleString('en')} 张运单`
  for (const { name, at, from } of all) {
    const most = name.startsWith('首屏') ? waitMs.first : waitMs.any
    figures.push({
      name: `${title}，${name}：HTTP p95`,
      value: at.http,
      unit: 'ms',
      goal: `≤ ${most}`,
      reached: at.http <= most,
      baseline: `同一 SQL 直接执行 p95 ${ms(at.bare)}`,
      detail: `p95 之比 ${(at.http / at.bare).toFixed(2)}，中位数之比 ${at.ratio.toFixed(2)}；${at.rows} 行；${small.toLocaleString('en')} 张时 ${ms(from?.http ?? NaN)}`,
    })
  }
  return figures
}

function comparisons(all: readonly Compared[]): Figure[] {
  const figures: Figure[] = []
  const firsts = all.filter(({ name }) => name.startsWith('首屏') || name.startsWith('深页'))
  const grown = all.map(({ name, at, from }) => ({
    name,
    times: at.middle / (from?.middle ?? NaN),
    p95: at.http / (from?.http ?? NaN),
  }))
  const isFirst = ({ name }: { name: string }): boolean => name.startsWith('首屏') || name.startsWith('深页')
  const growth = Math.max(...grown.filter(isFirst).map(({ times }) => times))
  const worst = grown.reduce((most, each) => (each.times > most.times ? each : most))
  figures.push({
    name: `首屏与深页，${small.toLocaleString('en')} → ${large.toLocaleString('en')} 的增长（中位数）`,
    value: growth,
    unit: '×',
    goal: '≤ 3',
    reached: growth <= 3,
    baseline: `行数增长 ${(large / small).toFixed(0)}×`,
    detail: `p95 增长 ${Math.max(...grown.filter(isFirst).map(({ p95 }) => p95)).toFixed(2)}×；所有问题中最大 ${worst.times.toFixed(1)}×（${worst.name}）`,
  })
  // a question that finds nothing where something is expected would be fast for nothing
  const empty = all.filter(({ name, at }) => at.rows === 0 && !name.startsWith('没有')).map(({ name }) => name)
  figures.push({
    name: '应有结果却没有结果的问题',
    value: empty.length,
    unit: '个',
    goal: '0',
    reached: empty.length === 0,
    ...(empty.length > 0 ? { detail: empty.join('；') } : {}),
  })
  const ratio = median(firsts.map(({ at }) => at.ratio))
  figures.push({
    name: '首屏与深页，整个 HTTP 对同一 SQL',
    value: ratio,
    unit: '×',
    goal: '≤ 4',
    reached: ratio <= 4,
    baseline: '同一轮中交替执行的 SQL',
  })
  const scanned = all
    .filter(({ at }) => at.plans.some(plan => /Seq Scan on waybills/.test(plan)))
    .map(({ name }) => name)
  figures.push({
    name: '全表扫描运单的问题',
    value: scanned.length,
    unit: '个',
    goal: '0',
    reached: scanned.length === 0,
    ...(scanned.length > 0 ? { detail: scanned.join('；') } : {}),
  })
  return figures
}

export const listBench: Bench = {
  name: 'list',
  run: async () => {
    let control: Figure[] = []
    const before = await measure(small)
    const after = await measure(large, async (test, questions) => {
      control = await withoutPlateIndex(test, questions)
    })
    const all = [...after].map(([name, at]) => ({ name, at, from: before.get(name) }))
    return [...control, ...speeds(all), ...comparisons(all)]
  },
}
