// A list of a hundred thousand rows as an Excel file: how fast, how much memory, whether others wait, and whether it
// equals the list.
import { setTimeout as pause } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { getExportAddress, listExports, startExport } from '@yunshu/contract/exporting/exporting'
import { countWaybills, listWaybills, type WaybillRow } from '@yunshu/contract/waybill/waybill'
import { startTestCluster } from '@yunshu/postgres/scratch'
import { startTestServer, type Client, type TestServer } from '../tests/server/testServer.ts'
import { quantile, type Bench, type Figure } from './figure.ts'
import { makeLargeSet, sizeOf } from './largeSet.ts'

const large = Number(process.env['ROWS'] ?? 100_000)
const small = Math.round(large / 5)
const mebi = 1_048_576

/**
 * Memory over the bottom, MiB: what is still in use after a collection, and what the process holds, garbage included.
 */
interface Memory {
  readonly live: number
  readonly held: number
}
interface Run extends Memory {
  readonly seconds: number
  /** Other people's requests meanwhile, ms. */
  readonly others: readonly number[]
  readonly rows: number
  readonly size: number
}

setFlagsFromString('--expose-gc')
const collect: unknown = runInNewContext('gc')
/** Collects garbage and answers the bytes still in use. */
function inUse(): number {
  if (typeof collect === 'function') collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
/** Seldom enough that what others wait for a collection is not in their p95. */
const collectEveryMs = 3000

/** The most memory of this process while `work` is under way, over what it had before. */
async function peakOf(work: () => Promise<unknown>): Promise<Memory> {
  const [bottom, before] = [inUse(), process.memoryUsage().rss]
  let live = 0,
    held = 0
  const timers = [
    setInterval(() => {
      live = Math.max(live, inUse())
    }, collectEveryMs),
    setInterval(() => {
      held = Math.max(held, process.memoryUsage().rss)
    }, 20),
  ]
  await work()
  for (const timer of timers) clearInterval(timer)
  return { live: Math.max(0, live - bottom) / mebi, held: Math.max(0, held - before) / mebi }
}

/** Exports the waybills made before a moment, while somebody else reads a page again and again. */
async function exported(client: Client, other: Client, to: number): Promise<Run & { id: string }> {
  const others: number[] = []
  const started = performance.now()
  let id = ''
  let row: { rowsDone: number; size?: number | undefined } | undefined
  const memory = await peakOf(async () => {
    id = (await client.send(startExport, { list: 'waybills', filter: { to: String(to) } })).id
    for (let state = ''; state !== 'done';) {
      const asked = performance.now()
      await other.send(listWaybills, { limit: 50 })
      others.push(performance.now() - asked)
      const found = (await client.send(listExports, { limit: 1 })).rows[0]
      state = found?.state ?? ''
      row = found
      if (state === 'failed') throw new Error(found?.fault)
    }
  })
  return {
    id,
    ...memory,
    seconds: (performance.now() - started) / 1000,
    others,
    rows: row?.rowsDone ?? 0,
    size: row?.size ?? 0,
  }
}

/** Positive control: the same rows kept in memory before they are written, as an export that does not stream would. */
async function keptInMemory(client: Client, to: number): Promise<Memory> {
  return peakOf(async () => {
    const rows: WaybillRow[] = []
    for (let cursor: string | undefined; ;) {
      const page: { rows: WaybillRow[]; next?: string | undefined } = await client.send(listWaybills, {
        to,
        limit: 100,
        ...(cursor ? { cursor } : {}),
      })
      rows.push(...page.rows)
      if (page.next === undefined) {
        const cells = rows.map(row =>
          Object.values(row)
            .map(value => `<c t="inlineStr"><is><t>${String(value)}</t></is></c>`)
            .join(''),
        )
        // long enough for a look at the memory
        await pause(2 * collectEveryMs)
        return cells.join('').length
      }
      cursor = page.next
    }
  })
}

/** Whether the file says what the counters say: rows, and the sums under their titles. */
async function isEqual(test: TestServer, client: Client, id: string, to: number): Promise<boolean> {
  const { url } = await client.send(getExportAddress, { id })
  const { readXlsx } = await import('hucre/xlsx')
  const book = await readXlsx(new Uint8Array(await (await fetch(test.url + url)).arrayBuffer()))
  const lines = book.sheets[0]?.rows ?? []
  const end = lines.findIndex(([first]) => first === '合计')
  const counted = (await test.db(tx =>
    tx.one({
      compile: () => ({
        sql: `select count(*) as n, coalesce(sum(payable_fen) filter (where state not in ('cancelled', 'void')), 0)::bigint as payable from waybills where created_at < $1`,
        parameters: [to],
      }),
    } as never),
  )) as { n: number; payable: number }
  const at = lines[0]?.indexOf('应付(元)') ?? -1
  const summed = Math.round(Number(lines[end]?.[at]) * 100)
  return (
    end - 1 === counted.n &&
    lines[end + 1]?.[1] === counted.n &&
    summed === counted.payable &&
    (await client.send(countWaybills, { to })).total > 0
  )
}

export const exportBench: Bench = {
  name: 'export',
  run: async () => {
    const cluster = await startTestCluster()
    const test = await startTestServer({ LOG_LEVEL: 'fatal' })
    try {
      const now = Date.now()
      await makeLargeSet(test.ownerUrl, sizeOf(large), now)
      const [client, other] = [await test.login('admin'), await test.login('shipper')]
      const yearMs = 365 * 86_400_000
      const fifth = now - yearMs + Math.round((yearMs * small) / large)
      // once for warmth: the first export loads what all of them need
      await exported(client, other, now - yearMs + Math.round(yearMs / 50))
      const few = await exported(client, other, fifth)
      const many = await exported(client, other, now + 1000)
      const equal = await isEqual(test, client, many.id, now + 1000)
      const control = await keptInMemory(client, now + 1000)
      const count = (n: number): string => n.toLocaleString('en')
      const wait = quantile(many.others, 0.95)
      const figures: Figure[] = [
        {
          name: `导出 ${count(many.rows)} 行：回收后仍占用的内存峰值`,
          value: many.live,
          unit: 'MiB',
          goal: '≤ 60',
          reached: many.live <= 60,
          detail: `进程内存（含待回收）增加 ${many.held.toFixed(0)} MiB；${many.seconds.toFixed(1)} 秒，${count(Math.round(many.rows / many.seconds))} 行/秒，${(many.size / mebi).toFixed(1)} MiB`,
        },
        {
          name: `行数 ${count(few.rows)} → ${count(many.rows)}，该峰值的增加`,
          value: many.live - few.live,
          unit: 'MiB',
          goal: '≤ 20',
          reached: many.live - few.live <= 20,
          detail: `${few.live.toFixed(0)} → ${many.live.toFixed(0)} MiB`,
        },
        {
          name: '导出期间他人打开列表 p95',
          value: wait,
          unit: 'ms',
          goal: '≤ 200',
          reached: wait <= 200,
          detail: `${many.others.length} 次，中位数 ${quantile(many.others, 0.5).toFixed(0)} ms`,
        },
        { name: '文件与列表：行数与合计一致', value: equal ? 1 : 0, unit: '', goal: '= 1', reached: equal },
        {
          name: '对照：先全部读入再写出，回收后仍占用的内存峰值',
          value: control.live,
          unit: 'MiB',
          goal: `> ${(many.live + 60).toFixed(0)}`,
          reached: control.live > many.live + 60,
        },
      ]
      return figures
    } finally {
      await test.stop()
      await cluster.stop()
    }
  },
}
