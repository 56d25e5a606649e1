// The statement of an account: the balance after every movement, on any page, is the sum from zero; days add up;
// companies read their own accounts alone.
import type { Output } from '@yunshu/contract/call'
import { listFlow, listFlowAccounts, listFlowParties, sumFlow } from '@yunshu/contract/voucher/flow'
import { addFen, fen, negateFen, sumFen, ZERO_FEN, type Fen } from '@yunshu/domain/figures/money'
import { DAY_MS, startOfDay } from '@yunshu/domain/figures/time'
import { accountOf, type FlowAccount } from '@yunshu/domain/voucher/chart'
import { credit, debit, type JournalLine } from '@yunshu/domain/voucher/ledger'
import { withClient } from '@yunshu/postgres/withClient'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoCompanyId } from '../../../demo/people.ts'
import { q } from '../../db/tx.ts'
import { asSystem } from '../../work/system.ts'
import { startTestServer, type Client, type TestServer } from '../../../../../tests/server/testServer.ts'
import { drift } from '../../../../../tests/server/settlementWorld.ts'
import { actorOfSide } from '../../../../../tests/server/actorOfSide.ts'
import { addColleague } from '../../../../../tests/server/colleagues.ts'
import { accountLinesPage } from './accountLines.queries.ts'
import { bookEntries } from './ledger.commands.ts'

let server: TestServer
let finance: Client
let shipper: Client
let carrier: Client
beforeAll(async () => {
  server = await startTestServer()
  finance = await server.login('platform-finance')
  shipper = await server.login('shipper-finance')
  carrier = await server.login('carrier-finance')
  await fillBooks()
})
afterAll(async () => {
  await server.stop()
})

const company = demoCompanyId('shipper')
const other = demoCompanyId('shipper2')
const branches = [demoCompanyId('branch1'), demoCompanyId('branch2')]
const today = startOfDay(Date.now())

/** Repeatable numbers from 0 to below 1. */
let seed = 20261124
const random = (): number => {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0
  return seed / 2 ** 32
}
const pick = <T>(from: readonly T[]): T => {
  const one = from[Math.floor(random() * from.length)]
  if (one === undefined) throw new Error('nothing to pick from')
  return one
}

/** Movements of two shippers' accounts and of the channel account on days of this month and the last. */
async function fillBooks(): Promise<void> {
  for (let turn = 0; turn < 12; turn++) {
    const branchId = pick(branches)
    const entries = Array.from({ length: 60 }, () => {
      const of = { party: pick([company, company, other]) }
      const amount = fen(1 + Math.floor(random() * 1_000_000))
      const lines: JournalLine[] = pick([
        [debit('1002.02', amount), credit('2205.01', amount, of)],
        [debit('2205.01', amount, of), credit('1122.01', amount, of)],
        [debit('1122.01', amount, of), credit('6051.01', amount)],
      ])
      return {
        source: { type: 'topUp' as const, id: v7() },
        event: 'test',
        summary: '流水',
        lines,
        shipperId: of.party,
        happenedAt: today - Math.floor(random() * 25) * DAY_MS,
        voucher: { kind: 'OTHER' as const, counterparty: '甲' },
      }
    })
    await asSystem(server.server.deps, async ctx => bookEntries(ctx, branchId, entries))
  }
  expect(await drift(server, { isMadeUp: true })).toEqual([])
}

interface Asked {
  readonly account: FlowAccount
  readonly partyId?: string
  readonly branchId?: string
  readonly from?: number
  readonly to?: number
}
type Lines = Output<typeof listFlow>['rows']

/** The model: every line of the account since it began, oldest first, and the balance after each. */
async function fromZero({ account, partyId, branchId }: Asked): Promise<{ key: string; day: number; balance: Fen }[]> {
  const rows = await server.db(tx =>
    tx.rows(
      q
        .selectFrom('journal_lines as l')
        .innerJoin('journal_entries as e', 'e.id', 'l.entry_id')
        .select([
          'e.entry_no',
          'l.n',
          'l.day',
          'l.entry_id',
          'l.debit_fen',
          'l.credit_fen',
          'l.party_id',
          'l.branch_id',
        ])
        .where('l.account', '=', account),
    ),
  )
  const own = rows
    .filter(
      row =>
        (partyId === undefined || row.party_id === partyId) && (branchId === undefined || row.branch_id === branchId),
    )
    .toSorted((a, b) => a.day - b.day || (a.entry_id < b.entry_id ? -1 : a.entry_id > b.entry_id ? 1 : a.n - b.n))
  let balance = ZERO_FEN
  return own.map(row => {
    const net = addFen(fen(row.debit_fen), negateFen(fen(row.credit_fen)))
    balance = addFen(balance, accountOf(account).normalSide === 'debit' ? net : negateFen(net))
    return { key: `${row.entry_no} ${row.n}`, day: row.day, balance }
  })
}

/** All rows, page by page. */
async function walk(client: Client, asked: Asked, limit: number): Promise<Lines> {
  const rows: Lines = []
  for (let cursor: string | undefined; ;) {
    const page = await client.send(listFlow, { ...asked, limit, ...(cursor === undefined ? {} : { cursor }) })
    rows.push(...page.rows)
    if (page.next === undefined) return rows
    cursor = page.next
  }
}

describe('[RT-18] the running balance', () => {
  test('[RT-18] on every page is the sum from zero, whoever reads, whatever account, branch, days and page size', async () => {
    for (let turn = 0; turn < 40; turn++) {
      const [client, asked] = pick<[Client, Asked]>([
        [
          finance,
          { account: pick(['1002.02', '2205.01', '1122.01'] as const), ...pick([{}, { branchId: pick(branches) }]) },
        ],
        [
          finance,
          {
            account: pick(['2205.01', '1122.01'] as const),
            partyId: pick([company, other]),
            ...pick([{}, { branchId: pick(branches) }]),
          },
        ],
        [shipper, { account: pick(['2205.01', '1122.01'] as const), ...pick([{}, { branchId: pick(branches) }]) }],
      ])
      const [a, b] = [today - Math.floor(random() * 27) * DAY_MS, today - Math.floor(random() * 27) * DAY_MS]
      const days = pick([{}, { from: Math.min(a, b) }, { from: Math.min(a, b), to: Math.max(a, b) + DAY_MS - 1 }])
      const model = await fromZero(client === shipper ? { ...asked, partyId: company } : asked)
      const { from = 0, to = today + DAY_MS } = days as { from?: number; to?: number }
      const wanted = model.filter(({ day }) => day >= from && day < to)
      const rows = await walk(client, { ...asked, ...days }, pick([3, 7, 50, 100]))
      expect(rows.map(row => [`${row.entryNo} ${row.n}`, row.balance])).toEqual(
        wanted.map(({ key, balance }) => [key, balance]),
      )
      const sums = await client.send(sumFlow, { ...asked, ...days })
      expect(sums.opening).toBe(model.findLast(({ day }) => day < from)?.balance ?? 0)
      expect(sums.closing).toBe(model.findLast(({ day }) => day < to)?.balance ?? 0)
      expect(sums.sums).toEqual({
        income: sumFen(rows.flatMap(row => row.income ?? [])),
        outgo: sumFen(rows.flatMap(row => row.outgo ?? [])),
      })
    }
  })

  test('[RT-18] each day’s sums stand with its last line and nowhere else', async () => {
    const rows = await walk(finance, { account: '2205.01', partyId: company }, 9)
    const days = Map.groupBy(rows, row => startOfDay(row.date))
    expect(days.size).toBeGreaterThan(10)
    for (const lines of days.values()) {
      expect(
        lines.slice(0, -1).flatMap(line => [line.dayIncome, line.dayOutgo].filter(each => each !== undefined)),
      ).toEqual([])
      expect(lines.at(-1)).toMatchObject({
        dayIncome: sumFen(lines.flatMap(line => line.income ?? [])),
        dayOutgo: sumFen(lines.flatMap(line => line.outgo ?? [])),
      })
    }
  })

  test('[RT-18] accounts in reach say the closing balance of their statements', async () => {
    for (const client of [finance, shipper]) {
      const { rows } = await client.send(listFlowAccounts, {})
      for (const { account, balance } of rows)
        expect([account, (await client.send(sumFlow, { account })).closing]).toEqual([account, balance])
    }
    expect((await shipper.send(listFlowAccounts, {})).rows.map(({ account }) => account)).toEqual([
      '2205.01',
      '2241.04',
      '1122.01',
    ])
    expect((await carrier.send(listFlowAccounts, {})).rows.map(({ account }) => account)).toEqual([
      '2202.01',
      '2202.02',
      '2202.03',
      '1123.03',
      '1221.01',
      '1221.02',
      '2241.02',
    ])
    const ofParty = await finance.send(listFlowAccounts, { partyId: company })
    expect(ofParty.rows.filter(({ account }) => account === '2205.01')).toEqual(
      (await shipper.send(listFlowAccounts, {})).rows.filter(({ account }) => account === '2205.01'),
    )
  })
})

test('[RT-18] the house sees of each line whether the bank’s file has its money; companies are told nothing of it', async () => {
  const [line] = (await finance.send(listFlow, { account: '1002.02', limit: 1 })).rows
  if (line === undefined) throw new Error('no line')
  expect(line.recon).toBe('open')
  const run = (text: string) => server.db(tx => tx.run(sql.raw(text).compile(q)))
  const trade = `(select t.id from trades t join journal_entries e on e.id = t.entry_id where e.entry_no = '${line.entryNo}')`
  const file = v7()
  await run(`insert into recon_files (id, branch_id, channel, day, state, name, sha256, lines, income_fen, outgo_fen, opening_fen,
    closing_fen, maker_id, maker_name, created_at, updated_at) values ('${file}', '${line.branchCompanyId}', 'SIM', ${line.date},
    'read', 'f', 'x', 1, 0, 0, 0, 0, (select id from users limit 1), '读取人', 1, 1)`)
  await run(`insert into recon_lines (id, file_id, branch_id, day, n, serial, direction, amount_fen, at, matched_by, trade_id)
    values ('${v7()}', '${file}', '${line.branchCompanyId}', ${line.date}, 1, 'S', 'IN', 1, ${line.date}, 'SERIAL', ${trade})`)
  const again = (await finance.send(listFlow, { account: '1002.02', limit: 1 })).rows[0]
  expect(again).toEqual({ ...line, recon: 'matched' })
  // the other side of the same entry says the same; an entry without money of the channels says nothing
  const prepaid = await walk(finance, { account: '2205.01' }, 100)
  expect(new Set(prepaid.map(({ entryNo, recon }) => `${entryNo === line.entryNo} ${recon}`))).toEqual(
    new Set(['true matched', 'false open', 'false undefined']),
  )
  expect((await walk(shipper, { account: '2205.01' }, 100)).filter(({ recon }) => recon !== undefined)).toEqual([])
})

describe('[RT-18] the walls of a statement', () => {
  test('[RT-18] a company reads neither the house’s accounts nor another company’s, and names nobody', async () => {
    expect((await finance.send(listFlow, { account: '1002.02', limit: 1 })).rows).toHaveLength(1)
    for (const account of ['1002.02', '1002.01', '1123.01'] as const) {
      expect((await shipper.send(listFlow, { account })).rows).toEqual([])
      expect(await shipper.send(sumFlow, { account })).toMatchObject({
        opening: 0,
        closing: 0,
        sums: { income: 0, outgo: 0 },
      })
    }
    expect((await shipper.send(listFlow, { account: '2205.01', partyId: other })).rows).toEqual([])
    expect((await shipper.send(sumFlow, { account: '2205.01', partyId: other })).closing).toBe(0)
    expect((await carrier.send(listFlow, { account: '2205.01' })).rows).toEqual([])
    expect((await shipper.ask(listFlowParties, {})).http).toBe(403)
    const parties = (await finance.send(listFlowParties, { id: company })).rows
    expect(parties[0]?.id).toBe(company)
    const branch = await server.login('branch')
    const own = await walk(branch, { account: '2205.01' }, 100)
    expect(new Set(own.map(row => row.branchCompanyId))).toEqual(new Set([branches[0]]))
    expect((await branch.send(listFlow, { account: '2205.01', branchId: branches[1] ?? '' })).rows).toEqual([])
  })

  test('[RT-18] without the permit it is refused, and bad input at its field', async () => {
    const { client } = await addColleague(server, {
      account: 'flow-none',
      company: 'shipper',
      permits: ['voucher.view'],
      dataScope: 'COMPANY',
    })
    for (const call of [listFlow, sumFlow]) expect((await client.ask(call, { account: '2205.01' })).http).toBe(403)
    expect((await client.ask(listFlowAccounts, {})).http).toBe(403)
    const fieldsOf = async (said: Partial<Asked>, raw: Record<string, string> = {}): Promise<string[]> => {
      const { http, envelope } = await shipper.ask(listFlow, { account: '2205.01', ...said }, { raw })
      return [String(http), ...Object.keys((envelope.data as { fields?: object } | null)?.fields ?? {})]
    }
    expect(await fieldsOf({}, { account: '6001.01' })).toEqual(['400', 'account'])
    expect(await fieldsOf({ from: today, to: today - DAY_MS })).toEqual(['400', 'to'])
    expect(await fieldsOf({}, { cursor: 'x' })).toEqual(['400', 'cursor'])
    expect(await fieldsOf({}, { cursor: `999999999999999.${v7()}.1` })).toEqual(['200'])
  })
})

test('[RT-18] the page after ten thousand lines is right, and is found by index without walking there', async () => {
  const branchId = demoCompanyId('branch3')
  const of = { party: demoCompanyId('shipper6') }
  for (let turn = 0; turn < 8; turn++)
    await asSystem(server.server.deps, async ctx =>
      bookEntries(
        ctx,
        branchId,
        Array.from({ length: 1300 }, (_, n) => ({
          source: { type: 'topUp' as const, id: v7() },
          event: 'test',
          summary: '批量',
          lines: [debit('1002.02', fen(n + 1)), credit('2205.01', fen(n + 1), of)],
          shipperId: of.party,
          happenedAt: today - (n % 20) * DAY_MS,
          voucher: { kind: 'OTHER' as const, counterparty: '甲' },
        })),
      ),
    )
  const asked = { account: '2205.01', partyId: of.party } as const
  const model = await fromZero(asked)
  expect(model.length).toBe(10_400)
  // one line on a page: the place of page 10,000 is the line before it
  const at = await server.db(tx =>
    tx.one(
      sql<{ day: number; entry_id: string; n: number }>`select day, entry_id, n from journal_lines
        where party_id = ${of.party}::uuid and account = '2205.01' order by day, entry_id, n offset 9998 limit 1`.compile(
        q,
      ),
    ),
  )
  const { rows } = await finance.send(listFlow, { ...asked, limit: 1, cursor: `${at.day}.${at.entry_id}.${at.n}` })
  expect(rows.map(row => row.balance)).toEqual([model[9999]?.balance])
  await withClient(server.server.deps.config.migrateUrl, client => client.query('analyze journal_lines, account_days'))
  const cursor = `${at.day}.${at.entry_id}.${at.n}`
  const span = { account: '2205.01', from: 0, to: today + DAY_MS } as const
  const indexes: string[] = []
  for (const [side, more, index] of [
    ['platform', { partyId: of.party }, 'journal_lines_party'],
    ['platform', {}, 'journal_lines_day'],
    ['branch', {}, 'journal_lines_account'],
    ['shipper', {}, 'journal_lines_party'],
  ] as const) {
    const actor = actorOfSide(side)
    const { sql: text, parameters } = accountLinesPage({ actor }, { ...span, ...more }, { limit: 50, cursor }).compile()
    const { userId, companyId, branchId: office } = actor
    const reach = side === 'shipper' ? 'company' : side
    const plan = await server.db(
      async tx => {
        // the walls keep the planner from knowing how many rows there are: a few would be sorted sooner
        await tx.run(sql`set local enable_sort = off`.compile(q))
        await tx.run(sql`set local enable_seqscan = off`.compile(q))
        return tx.rows<{ 'QUERY PLAN': string }>({
          ...sql<{ 'QUERY PLAN': string }>`select 1`.compile(q),
          sql: `explain ${text}`,
          parameters,
        })
      },
      { reach, userId, companyId, branchId: office },
    )
    const lines = plan.map(line => line['QUERY PLAN'])
    const isByIndex = lines.some(line => line.includes(`using ${index} on journal_lines`))
    indexes.push(
      isByIndex && !lines.some(line => line.includes('Seq Scan on journal_lines')) ? index : lines.join('\n'),
    )
  }
  expect(indexes).toEqual(['journal_lines_party', 'journal_lines_day', 'journal_lines_account', 'journal_lines_party'])
})
