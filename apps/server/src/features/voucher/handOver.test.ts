// Vouchers for accounting programs: every posted line of the month once, debits equal to credits, in both layouts.
import { getAccountMap, saveAccountMap } from '@yunshu/contract/voucher/accountMap'
import { handOverVouchers, listUnmapped } from '@yunshu/contract/voucher/handOver'
import { moveVoucher, saveVoucher } from '@yunshu/contract/voucher/manual'
import { fen } from '@yunshu/domain/figures/money'
import { handOverColumns } from '@yunshu/domain/voucher/handOver'
import { periodOf, shiftPeriod } from '@yunshu/domain/voucher/voucher'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signedWaybill } from '../../../../../tests/server/settlementWorld.ts'
import { startTestServer, type Client, type TestServer } from '../../../../../tests/server/testServer.ts'
import { sheetOf } from '../../../../../tests/server/xlsxRead.ts'
import { demoCompanyId } from '../../../demo/people.ts'
import { q } from '../../db/tx.ts'

let server: TestServer
let finance: Client
const month = periodOf(Date.now())
beforeAll(async () => {
  server = await startTestServer()
  finance = await server.login('platform-finance')
  await signedWaybill(server, { shipperFreight: 1_000_000, payable: 500_000 })
  const branch = await server.login('branch')
  const line = { summary: '=1+1', debit: fen(0), credit: fen(0) }
  const made = await branch.send(saveVoucher, {
    kind: 'ACCOUNTING',
    date: Date.now(),
    summary: '=HYPERLINK("x")',
    lines: [
      { ...line, account: '6602', debit: fen(700) },
      { ...line, account: '1002.01', credit: fen(700) },
    ],
  })
  const inBranch = { raw: { branchCompanyId: demoCompanyId('branch1') } }
  for (const [version, move] of [
    [1, 'audit'],
    [2, 'post'],
    [3, 'reverse'],
  ] as const)
    await finance.send(
      moveVoucher,
      { id: made.id, version, move, ...(move === 'reverse' ? { reason: '记错' } : {}) },
      inBranch,
    )
})
afterAll(() => server.stop())

const rowsOf = (sheet: string): string[][] =>
  [...sheet.matchAll(/<row[^>]*>([\s\S]*?)<\/row>/g)].map(([, row = '']) =>
    [...row.matchAll(/<c\b[^>]*?(?:\/>|>([\s\S]*?)<\/c>)/g)].map(([, cell = '']) => cell.replaceAll(/<[^>]+>/g, '')),
  )

test('both layouts hold every posted line of the month, in red below zero, and come to the ledger', async () => {
  const ledger = await server.db(tx =>
    tx.one(
      sql<{
        n: number
        debit: number
        credit: number
      }>`select count(*)::int as n, sum(debit_fen)::bigint as debit, sum(credit_fen)::bigint as credit
        from journal_lines l join vouchers v on v.entry_id = l.entry_id where v.period = ${month}`.compile(q),
    ),
  )
  for (const layout of ['kingdee', 'yonyou'] as const) {
    const { http, bytes } = await finance.blob(handOverVouchers, { layout, period: month })
    expect(http).toBe(200)
    const sheet = sheetOf(bytes)
    expect(sheet).not.toMatch(/<f>/)
    const [head = [], ...rows] = rowsOf(sheet)
    expect(head).toEqual(handOverColumns(layout).map(({ title }) => title))
    expect(rows).toHaveLength(ledger.n)
    const sum = (title: string): number =>
      rows.reduce((all, row) => all + Math.round(Number(row[head.indexOf(title)] ?? 0) * 100), 0)
    const [debit, credit] = layout === 'kingdee' ? ['借方', '贷方'] : ['借方金额', '贷方金额']
    expect([sum(debit), sum(credit)]).toEqual([ledger.debit, ledger.credit])
    expect(rows.some(row => row.includes('-7') || row.includes('-7.00'))).toBe(true)
  }
})

test('a month is taken in parts by numbers, in their order; more than a file holds is refused before it is read', async () => {
  const shown = async (part: { fromNo?: number; toNo?: number }) => {
    const { bytes } = await finance.blob(handOverVouchers, { layout: 'kingdee', period: month, ...part })
    const [head = [], ...lines] = rowsOf(sheetOf(bytes))
    return lines.map(row => Number(row[head.indexOf('凭证号')]))
  }
  const all = await shown({})
  const last = Math.max(...all)
  expect(last).toBeGreaterThan(3)
  const parts = [await shown({ toNo: 2 }), await shown({ fromNo: 3, toNo: last - 1 }), await shown({ fromNo: last })]
  expect(parts.flat().toSorted((a, b) => a - b)).toEqual(all.toSorted((a, b) => a - b))
  expect(new Set(parts[0])).toEqual(new Set([1, 2]))
  const turned = await finance.ask(handOverVouchers, { layout: 'kingdee', period: month, fromNo: 3, toNo: 2 })
  expect([turned.http, JSON.stringify(turned.envelope)]).toEqual([400, expect.stringContaining('toNo')])
  // numbers of five digits come after those of four
  const old = '202001'
  await server.db(async tx => {
    const copied = sql`with e as (insert into journal_entries (id, entry_no, branch_id, period, date, happened_at, summary,
        source_type, source_id, event, created_by, created_at)
      select gen_random_uuid(), 'FLZ' || n, branch_id, ${old}, 1, 1, n::text, 'manual', gen_random_uuid(), 'M1', created_by, 1
      from (select * from journal_entries limit 1) s, generate_series(9998, 15000) n returning id, branch_id, summary),
      l as (insert into journal_lines (entry_id, n, branch_id, period, day, account, debit_fen, credit_fen)
        select id, 1, branch_id, ${old}, 1, '6602', 1, 0 from e)
      insert into vouchers (id, voucher_no, kind, state, branch_id, period, date, summary, counterparty, amount_fen,
        entry_id, maker_id, maker_name, created_at, updated_at)
      select gen_random_uuid(), '记-' || ${old} || '-' || lpad(summary, greatest(4, length(summary)), '0'), 'ACCOUNTING', 'posted', branch_id, ${old},
        1, summary, '', 1, id, (select id from users limit 1), '张三', 1, 1 from e`
    await tx.run(copied.compile(q))
  })
  const numbersOf = async (part: object) => {
    const { bytes } = await finance.blob(handOverVouchers, { layout: 'kingdee', period: old, ...part })
    const [head = [], ...lines] = rowsOf(sheetOf(bytes))
    return lines.map(row => Number(row[head.indexOf('凭证号')]))
  }
  expect(await numbersOf({ toNo: 10_001 })).toEqual([9998, 9999, 10_000, 10_001])
  const many = await finance.ask(handOverVouchers, { layout: 'kingdee', period: old })
  expect([many.http, many.envelope.message]).toEqual([409, '一次最多导出 5000 张凭证，请按分公司和凭证号分段导出'])
})

test('a month without vouchers, another side and another branch’s lines are refused or left out', async () => {
  const none = await finance.ask(handOverVouchers, { layout: 'kingdee', period: shiftPeriod(month, -30) })
  expect(none.http).toBe(409)
  const wrong = await finance.ask(handOverVouchers, { layout: 'kingdee', period: month }, { raw: { layout: 'sap' } })
  expect(wrong.http).toBe(400)
  expect(
    (await (await server.login('carrier-finance')).ask(handOverVouchers, { layout: 'kingdee', period: month })).http,
  ).toBe(403)
  expect((await (await server.login('branch2')).ask(handOverVouchers, { layout: 'kingdee', period: month })).http).toBe(
    409,
  )
})

test('the client’s accounts stand in the file once every account has one; those without are named before', async () => {
  const branch = await server.login('branch')
  const other = await server.login('branch2')
  const used = (await branch.send(getAccountMap, { period: month })).missing
  expect(used.map(({ account }) => account)).toEqual(expect.arrayContaining(['6602', '1002.01', '1122.01']))
  const wish = { layout: 'kingdee', period: month, branchId: demoCompanyId('branch1'), codes: 'CLIENT' } as const
  const line = (account: string) => ({ account, code: `K${account}`, name: `客户${account}` })
  const all = used.map(({ account }) => line(account))
  const bad = await branch.ask(saveAccountMap, {
    from: month,
    lines: [line('6602'), line('6602'), { account: '1002.01', code: '=1', name: '' }],
  })
  expect([bad.http, JSON.stringify(bad.envelope)]).toEqual([
    400,
    expect.stringMatching(/lines\.1\.account.*lines\.2\.code.*lines\.2\.name/),
  ])
  const first = await branch.send(saveAccountMap, {
    from: shiftPeriod(month, -1),
    lines: all.filter(({ account }) => account !== '6602'),
  })
  const { rows, total } = await finance.send(listUnmapped, { period: month, branchId: wish.branchId })
  expect([rows.map(({ account }) => account), total]).toEqual([['6602'], 1])
  const named = await finance.ask(handOverVouchers, wish)
  expect([named.http, JSON.stringify(named.envelope)]).toEqual([400, expect.stringContaining('6602 管理费用')])
  // a table of a later month counts from then on
  const both = await Promise.all([1, 2].map(() => branch.ask(saveAccountMap, { from: month, lines: all })))
  expect(both.map(({ http }) => http).toSorted((a, b) => a - b)).toEqual([200, 409])
  const seen = await branch.send(getAccountMap, { period: month })
  expect(seen).toMatchObject({ from: month, version: 1, missing: [], months: [month, shiftPeriod(month, -1)] })
  expect((await branch.ask(saveAccountMap, { from: month, version: 7, lines: all })).http).toBe(409)
  expect((await branch.send(saveAccountMap, { from: month, version: 1, lines: all })).version).toBe(2)
  expect(await branch.send(getAccountMap, { period: shiftPeriod(month, -1) })).toMatchObject({ id: first.id })
  expect((await branch.send(getAccountMap, { period: shiftPeriod(month, -2) })).from).toBeUndefined()
  const { http, bytes } = await finance.blob(handOverVouchers, wish)
  expect(http).toBe(200)
  const [head = [], ...lines] = rowsOf(sheetOf(bytes))
  const column = (title: string) => new Set(lines.map(row => row[head.indexOf(title)]))
  expect([...column('科目代码')].filter(code => !all.some(each => each.code === code))).toEqual([])
  expect([...column('科目名称')].every(name => name?.startsWith('客户'))).toBe(true)
  // another branch has none of it, and no company reads it
  expect(await other.send(getAccountMap, { period: month })).toMatchObject({ lines: [], months: [] })
  const shipper = await server.login('shipper-finance')
  expect((await shipper.ask(getAccountMap, { period: month })).http).toBe(403)
  expect((await branch.ask(saveAccountMap, { from: shiftPeriod(month, 2), lines: all })).http).toBe(400)
})

test('a person of the platform keeps one table for all branches; those with a table from that month keep theirs', async () => {
  const [branch, other] = [await server.login('branch'), await server.login('branch2')]
  const inBranch = { raw: { branchCompanyId: demoCompanyId('branch1') } }
  const from = shiftPeriod(month, 1)
  const line = (code: string) => ({ account: '6602', code, name: '管理费用' })
  const forAll = (month: string, code: string) => ({ from: month, lines: [line(code)], forAll: true })
  const refused = await branch.ask(saveAccountMap, forAll(from, 'K1'))
  expect([refused.http, refused.envelope.data]).toEqual([
    400,
    { fields: { forAll: '只有平台人员可以同时用于其他分公司' } },
  ])
  expect((await branch.send(getAccountMap, { period: from })).mayForAll).toBe(false)
  expect((await finance.send(getAccountMap, { period: from }, inBranch)).mayForAll).toBe(true)
  const branches = await server.db(tx => tx.rows(q.selectFrom('companies').select('id').where('kind', '=', 'BRANCH')))
  await other.send(saveAccountMap, { from, lines: [line('OWN')] })
  const kept = await finance.send(saveAccountMap, forAll(from, 'K1'), inBranch)
  expect(kept.others).toBe(branches.length - 2)
  expect((await branch.send(getAccountMap, { period: from })).lines).toMatchObject([{ code: 'K1' }])
  expect((await other.send(getAccountMap, { period: from })).lines).toMatchObject([{ code: 'OWN' }])
  const early = shiftPeriod(month, -6)
  expect((await finance.send(saveAccountMap, forAll(early, 'K2'), inBranch)).others).toBe(branches.length - 1)
  const theirs = await other.send(getAccountMap, { period: early })
  expect(theirs).toMatchObject({ from: early, version: 1, lines: [{ code: 'K2' }] })
  const { maker } = await finance.send(getAccountMap, { period: early }, inBranch)
  expect(theirs.maker).toBe(maker)
})
