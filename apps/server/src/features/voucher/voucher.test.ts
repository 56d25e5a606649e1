// Vouchers, trial balance and ledger as people read them, each within their own reach.
import { getTrialBalance, getVoucher, listLedger, listVouchers } from '@yunshu/contract/voucher/voucher'
import { paySettlement } from '@yunshu/contract/settlement/settlement'
import { logout } from '@yunshu/contract/session/session'
import { fen } from '@yunshu/domain/figures/money'
import { roleTemplates } from '@yunshu/domain/permits/roles'
import { accounts, ownAccounts } from '@yunshu/domain/voucher/chart'
import { periodOf } from '@yunshu/domain/voucher/voucher'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction, nilId, q } from '../../db/tx.ts'
import { routes } from '../../routes.ts'
import { asSystem } from '../../work/system.ts'
import { postBankLines } from './bankBooks.commands.ts'
import { demoCompanyId } from '../../../demo/people.ts'
import { addColleague } from '../../../../../tests/server/colleagues.ts'
import { onlyWith, sampleOf, textsOf } from '../../../../../tests/server/tenants/samples.ts'
import { startTestServer, type Client, type TestServer } from '../../../../../tests/server/testServer.ts'
import { sheetOf, sheetWhen, signedWaybill, type Signed } from '../../../../../tests/server/settlementWorld.ts'

let server: TestServer
let platform: Client, branch: Client, finance: Client, carrier: Client, stranger: Client
let waybill: Signed, settlementNum: string
const branchId = demoCompanyId('branch1'),
  period = periodOf(Date.now())
beforeAll(async () => {
  server = await startTestServer()
  const people = { maker: await server.login('shipper-freight'), finance: await server.login('shipper-finance') }
  finance = people.finance
  platform = await server.login('platform-finance')
  branch = await server.login('branch')
  carrier = await server.login('carrier-finance')
  stranger = await server.login('shipper2-finance')
  waybill = await signedWaybill(server)
  const sheet = await sheetOf(people, [waybill.id], 'approved')
  settlementNum = sheet.settlementNum
  await finance.send(paySettlement, { settlementNum, version: sheet.version, expectDue: sheet.due, channel: 'SIM' })
  await sheetWhen(finance, settlementNum, ({ state }) => state === 'paid')
  await signedWaybill(server, { shipper: 'shipper2', carrier: 'carrier2', shipperFreight: 200_000, payable: 180_000 })
  // a trip of another branch
  await signedWaybill(server, { shipper: 'shipper3', carrier: 'carrier3', branch: 'branch3' })
})
afterAll(async () => {
  await server.stop()
})

const kinds = (page: { rows: readonly { kind: string; amount: number }[] }) =>
  page.rows.map(({ kind, amount }) => `${kind} ${amount}`)

test('[RT-20] a voucher shows its entry, sums, words, people and the record it stands for', async () => {
  const { rows } = await branch.send(listVouchers, { text: '结算应付' })
  const [row] = rows
  expect(rows).toHaveLength(1)
  expect(row?.voucherNo).toMatch(/^记-\d{6}-\d{4}$/)
  const voucher = await branch.send(getVoucher, { id: row?.id ?? '', branchId })
  expect(voucher).toMatchObject({
    kind: 'ACCOUNTING',
    state: 'posted',
    period,
    amount: 938_000,
    amountInWords: '人民币玖仟叁佰捌拾元整',
    settlementNum,
    counterparty: '河北顺达运输有限公司',
    totalDebit: 938_000,
    totalCredit: 938_000,
    poster: '系统',
    lines: [
      { account: '6401.01', accountName: '运费成本', waybillNo: waybill.waybillNo, debit: 938_000, credit: 0 },
      {
        account: '2202.01',
        accountName: '应付账款-承运人/司机',
        party: '河北顺达运输有限公司',
        debit: 0,
        credit: 938_000,
      },
    ],
  })
  expect(voucher.maker).not.toBe(voucher.auditor)
  expect(voucher.entryNo).toMatch(/^FL\d{14}$/)
})

test('the estimate and its red reversal name each other', async () => {
  const rows = (await branch.send(listVouchers, { kind: 'TENTATIVE' })).rows.filter(
    row => row.waybillNo === waybill.waybillNo || row.settlementNum === settlementNum,
  )
  expect(kinds({ rows })).toEqual(['TENTATIVE -950000', 'TENTATIVE 950000'])
  const [red, black] = await Promise.all(rows.map(({ id }) => branch.send(getVoucher, { id, branchId })))
  expect(black?.waybillNo).toBe(waybill.waybillNo)
  expect(red).toMatchObject({
    reversalOf: [{ id: black?.id, voucherNo: black?.voucherNo, kind: 'TENTATIVE', branchCompanyId: branchId }],
    settlementNum,
    totalDebit: -950_000,
    amountInWords: '人民币负玖仟伍佰元整',
  })
  expect(black).toMatchObject({ state: 'reversed', reversedBy: [{ id: red?.id, voucherNo: red?.voucherNo }] })
})

test('everybody sees the vouchers of their own reach only', async () => {
  // the house's debt to the carrier is none of the shipper's affair, nor its estimate the carrier's
  expect(kinds(await finance.send(listVouchers, {}))).toEqual(['ACCOUNTING 1000000'])
  expect(kinds(await carrier.send(listVouchers, {}))).toEqual([
    'ACCOUNTING 638000',
    'ACCOUNTING 638000',
    'FUEL 300000',
    'ACCOUNTING 938000',
  ])
  expect(kinds(await stranger.send(listVouchers, {}))).toEqual(['ACCOUNTING 200000'])
  expect((await branch.send(listVouchers, {})).rows).toHaveLength(11)
  expect((await platform.send(listVouchers, {})).rows).toHaveLength(15)
  expect((await platform.send(listVouchers, { branchId: demoCompanyId('branch3') })).rows).toHaveLength(4)
  expect((await branch.send(listVouchers, { branchId: demoCompanyId('branch3') })).rows).toEqual([])
})

test('[PM-05] [SE-04] an account of the platform opens a voucher only as the branch it has chosen; companies and branches choose nothing', async () => {
  const [row] = (await platform.send(listVouchers, { branchId: demoCompanyId('branch3') })).rows
  const input = { id: row?.id ?? '', branchId: demoCompanyId('branch3') }
  for (const account of ['platform-finance', 'admin']) {
    const client = await server.login(account)
    expect(await client.ask(getVoucher, input)).toMatchObject({
      http: 403,
      envelope: { code: 4032, message: '请使用分公司管理账号进行操作', data: null },
    })
    const as = async (of: string) =>
      (await client.ask(getVoucher, input, { raw: { branchCompanyId: demoCompanyId(of) } })).envelope.code
    expect([await as('branch3'), await as('branch1')]).toEqual([0, 4041])
  }
  const [own] = (await finance.send(listVouchers, {})).rows
  for (const client of [finance, branch])
    expect((await client.send(getVoucher, { id: own?.id ?? '', branchId })).id).toBe(own?.id)
})

test('a voucher of another company or branch is not found, and the permit is needed', async () => {
  const [other] = (await platform.send(listVouchers, { branchId: demoCompanyId('branch3') })).rows
  const ask = async (client: Client, id: string, of: string): Promise<number> => {
    const as = client === platform ? { raw: { branchCompanyId: of } } : {}
    return (await client.ask(getVoucher, { id, branchId: of }, as)).envelope.code
  }
  expect(await ask(branch, other?.id ?? '', demoCompanyId('branch3'))).toBe(4041)
  expect(await ask(platform, other?.id ?? '', branchId)).toBe(4041)
  expect(await ask(platform, other?.id ?? '', demoCompanyId('branch3'))).toBe(0)
  expect(await ask(finance, other?.id ?? '', demoCompanyId('branch3'))).toBe(4041)
  expect(await ask(finance, v7(), branchId)).toBe(4041)
  expect(await ask(await server.login('platform-ops'), other?.id ?? '', branchId)).toBe(4030)
  expect((await finance.ask(getVoucher, { id: other?.id ?? '', branchId }, { raw: { branchId: 'x' } })).http).toBe(400)
})

test('vouchers page by page, and by kind, month and words', async () => {
  const first = await platform.send(listVouchers, { limit: 8 })
  const second = await platform.send(listVouchers, {
    limit: 8,
    ...(first.next === undefined ? {} : { cursor: first.next }),
  })
  expect(new Set([...first.rows, ...second.rows].map(({ id }) => id)).size).toBe(15)
  expect(second.next).toBeUndefined()
  expect((await platform.send(listVouchers, { period: '202001' })).rows).toEqual([])
  expect((await platform.send(listVouchers, { text: settlementNum })).rows.length).toBeGreaterThan(0)
  expect((await platform.ask(listVouchers, {}, { raw: { period: '2026-11' } })).http).toBe(400)
})

test('the trial balance agrees, for all and for a branch', async () => {
  for (const client of [platform, branch]) {
    const trial = await client.send(getTrialBalance, { period })
    expect(trial.rows.length).toBeGreaterThan(3)
    expect(trial.difference).toBe(0)
    expect(trial.rows.reduce((sum, row) => sum + row.closing, 0)).toBe(0)
  }
  const own = await finance.send(getTrialBalance, { period })
  expect(own.rows.find(({ account }) => account === '1122.01')).toMatchObject({
    name: '应收账款-托运人',
    opening: 0,
    debit: 1_000_000,
    credit: 0,
    closing: 1_000_000,
    side: '借',
  })
  // companies read revenue, cost and bank of the house: they read their own accounts with it alone
  expect(own.rows.map(({ account }) => account)).toEqual(['1122.01'])
  expect((await carrier.send(getTrialBalance, { period })).rows.map(({ account }) => account)).toEqual([
    '2202.01',
    '2202.02',
  ])
  expect(
    (await branch.send(getTrialBalance, { period })).rows.find(({ account }) => account === '2202.99'),
  ).toMatchObject({ debit: 0, credit: 180_000, closing: -180_000, side: '贷' })
  expect((await branch.send(getTrialBalance, { period, branchId: demoCompanyId('branch3') })).rows).toEqual([])
  expect((await (await server.login('shipper-freight')).ask(getTrialBalance, { period })).envelope.code).toBe(4030)
  expect((await platform.ask(getTrialBalance, { period }, { raw: { period: '202613' } })).http).toBe(400)
})

test('what an earlier month left is the opening of the next', async () => {
  const next = String(Number(period.slice(0, 4)) + 1) + '01'
  const before = await branch.send(getTrialBalance, { period })
  const after = await branch.send(getTrialBalance, { period: next })
  expect(after.rows.map(({ account, opening, debit, credit }) => ({ account, opening, debit, credit }))).toEqual(
    before.rows.map(({ account, closing }) => ({ account, opening: closing, debit: 0, credit: 0 })),
  )
})

test('ledger lines run from opening to closing without a break between pages', async () => {
  const whole = await branch.send(listLedger, { account: '2202.01', period })
  expect(whole.rows.map(({ debit, credit, balance }) => [debit, credit, balance])).toEqual([
    [0, 938_000, 938_000],
    [300_000, 0, 638_000],
    [638_000, 0, 0],
  ])
  const pages: unknown[] = []
  let cursor: string | undefined
  do {
    const page = await branch.send(listLedger, {
      account: '2202.01',
      period,
      limit: 1,
      ...(cursor === undefined ? {} : { cursor }),
    })
    pages.push(...page.rows)
    cursor = page.next
  } while (cursor !== undefined)
  expect(pages).toEqual(whole.rows)
  expect((await carrier.send(listLedger, { account: '2202.01', period })).rows).toEqual(whole.rows)
  expect((await stranger.send(listLedger, { account: '2202.01', period })).rows).toEqual([])
  expect((await branch.ask(listLedger, { account: '9999', period })).envelope).toMatchObject({
    code: 4001,
    data: { fields: { account: '不存在' } },
  })
  expect((await branch.ask(listLedger, { account: '2202.01', period, cursor: 'x' })).envelope.code).toBe(4001)
})

test('every entry and every branch balances by itself', async () => {
  const lines = await server.db(tx =>
    tx.rows(q.selectFrom('journal_lines').select(['entry_id', 'branch_id', 'debit_fen', 'credit_fen'])),
  )
  const sums = new Map<string, number>()
  for (const line of lines)
    for (const key of [line.entry_id, line.branch_id])
      sums.set(key, (sums.get(key) ?? 0) + line.debit_fen - line.credit_fen)
  expect(sums.size).toBeGreaterThan(10)
  expect([...sums.values()].filter(sum => fen(sum) !== 0)).toEqual([])
})

const companiesOwn: readonly string[] = [...ownAccounts.shipper, ...ownAccounts.carrier]
const houseAccounts = accounts.filter(({ code }) => !companiesOwn.includes(code))
/** Codes and names of the accounts that are the house's alone, and its margin. */
const houseOnly = new RegExp(
  [...houseAccounts.flatMap(({ code, name }) => [`"${code}"`, `"${name}"`]), '"margin"']
    .join('|')
    .replaceAll('.', '\\.'),
)

/** The calls of a kind whose answers to this person name an account of the house or its margin. */
async function tellingCalls(client: Client): Promise<string[]> {
  const telling: string[] = []
  for (const { call } of routes) {
    if (call.method !== 'GET' || call.permit === 'public' || call.answer === 'blob') continue
    const needed = onlyWith(sampleOf(call), [])
    const own = { ...needed, ...('settlementNum' in needed ? { settlementNum } : {}) }
    // a list of functions people may be shown is no answer about money
    if (call.path.includes('/role') || call.path.includes('jurisdiction')) continue
    const { envelope } = await client.ask({ ...call, input: logout.input }, {}, { raw: textsOf(own) })
    const found = houseOnly.exec(JSON.stringify(envelope.data))?.[0]
    if (found !== undefined) telling.push(`${call.path} ${(call.anyOf ?? [call.permit]).join('/')} ${found}`)
  }
  return telling
}

test('companies read bank, revenue and cost of the house: no answer tells them to any position but the house’s', async () => {
  const asColleague = async (account: string, company: 'shipper' | 'carrier', role: string) => {
    const permits = roleTemplates[company][role] ?? []
    return (await addColleague(server, { account, company, permits, dataScope: 'COMPANY' })).client
  }
  const people: readonly (readonly [string, Client])[] = [
    ['shipper', await server.login('shipper')],
    ['shipper-freight', await server.login('shipper-freight')],
    ['shipper-finance', finance],
    ['发货员', await asColleague('w9-sender', 'shipper', '发货员')],
    ['carrier', await server.login('carrier')],
    ['carrier-finance', carrier],
    ['调度', await asColleague('w9-dispatch', 'carrier', '调度')],
  ]
  for (const [name, client] of people) {
    expect([name, await tellingCalls(client)]).toEqual([name, []])
    for (const { code } of houseAccounts) {
      const { data } = await client.ask(listLedger, { account: code, period })
      expect([name, code, data?.rows ?? []]).toEqual([name, code, []])
    }
    for (const { id } of (await client.ask(listVouchers, {})).data?.rows ?? [])
      expect([name, houseOnly.test(JSON.stringify(await client.send(getVoucher, { id, branchId })))]).toEqual([
        name,
        false,
      ])
  }
  // the scan sees what there is to see
  expect((await tellingCalls(platform)).join()).toContain(
    `${getTrialBalance.path} ${getTrialBalance.anyOf?.join('/')} "1`,
  )
})

test('positions of the house read its accounts and its margin only by the permit for them', async () => {
  const told = new Set<string>()
  for (const [account, side, role] of [
    ['admin', 'platform', '管理员'],
    ['platform-finance', 'platform', '财务'],
    ['platform-ops', 'platform', '运营'],
    ['branch', 'branch', '分公司经理'],
  ] as const) {
    const permits: readonly string[] = roleTemplates[side][role] ?? []
    for (const telling of await tellingCalls(await server.login(account))) {
      const [path, needed = '', word] = telling.split(' ')
      told.add(account)
      const isAllowed =
        word === '"margin"'
          ? permits.includes('price.margin')
          : needed.split('/').some(permit => permits.includes(permit))
      expect([account, path, isAllowed]).toEqual([account, path, true])
    }
  }
  expect(told).toContain('platform-finance')
})

test('the wall of journal lines lets a company see its own alone', async () => {
  const seen = (companyId: string) =>
    inTransaction(
      server.server.deps.pool,
      { reach: 'company', userId: nilId, companyId, branchId: undefined },
      async tx => await tx.rows(q.selectFrom('journal_lines').select(['account', 'party_id'])),
    )
  for (const [company, codes] of [
    ['shipper', ownAccounts.shipper],
    ['carrier', ownAccounts.carrier],
  ] as const) {
    const lines = await seen(demoCompanyId(company))
    expect(lines.length).toBeGreaterThan(0)
    expect(
      lines.filter(line => line.party_id !== demoCompanyId(company) || !codes.some(code => code === line.account)),
    ).toEqual([])
  }
})

test('the walls of lines and days name the accounts companies have with the house, all of them and no others', async () => {
  const walls = await server.db(tx =>
    tx.rows<{ tablename: string; qual: string }>(
      sql<{ tablename: string; qual: string }>`select tablename, qual from pg_policies
        where tablename in ('journal_lines', 'account_days') and policyname = 'wall' order by 1`.compile(q),
    ),
  )
  const own = [...ownAccounts.shipper, ...ownAccounts.carrier].toSorted()
  expect(walls.map(({ tablename, qual }) => [tablename, (qual.match(/\d{4}\.\d{2}/g) ?? []).toSorted()])).toEqual([
    ['account_days', own],
    ['journal_lines', own],
  ])
})

test('a voucher of a line of the bank’s file is read like any other', async () => {
  const line = { id: v7(), branchId, rule: 'FEE', serial: 'S1', amount: fen(1_234), at: Date.now() } as const
  await asSystem(server.server.deps, async ctx =>
    postBankLines(ctx, branchId, [{ ...line, maker: { id: nilId, name: '王' } }]),
  )
  const { rows } = await branch.send(listVouchers, { text: 'S1' })
  const voucher = await branch.send(getVoucher, { id: rows[0]?.id ?? '', branchId })
  expect([voucher.origin, voucher.totalDebit]).toEqual([{ source: 'reconLine' }, 1_234])
})
