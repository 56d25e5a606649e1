// Vouchers made by hand: a draft of one person, audited and posted by another, numbered when it is posted, taken back in
// red; control accounts and what the product made are out of reach.
import type { Input } from '@yunshu/contract/call'
import { screens } from '@yunshu/contract/screens/screens'
import { getLineTemplate, readLineFile } from '@yunshu/contract/voucher/lineFile'
import { moveVoucher, saveVoucher } from '@yunshu/contract/voucher/manual'
import { getVoucher, listVouchers } from '@yunshu/contract/voucher/voucher'
import { fen } from '@yunshu/domain/figures/money'
import { DAY_MS } from '@yunshu/domain/figures/time'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoCompanyId } from '../../../demo/people.ts'
import { messagesOf } from '../../../../../tests/server/messagesOf.ts'
import { balances, drift, signedWaybill } from '../../../../../tests/server/settlementWorld.ts'
import { startTestServer, type Client, type TestServer } from '../../../../../tests/server/testServer.ts'
import { q } from '../../db/tx.ts'

let server: TestServer
let branch: Client, finance: Client, admin: Client
const branchId = demoCompanyId('branch1')
const inBranch = { raw: { branchCompanyId: branchId } }
beforeAll(async () => {
  server = await startTestServer()
  branch = await server.login('branch')
  finance = await server.login('platform-finance')
  admin = await server.login('admin')
})
afterAll(() => server.stop())

type Draft = Input<typeof saveVoucher>
const line = (account: string, debit: number, credit: number, more = {}) => ({
  summary: '办公用品',
  account,
  debit: fen(debit),
  credit: fen(credit),
  ...more,
})
const draft = (over: Partial<Draft> = {}): Draft => ({
  kind: 'ACCOUNTING',
  date: Date.now(),
  summary: '购办公用品',
  lines: [line('6602', 12_000, 0), line('6603.01', 345, 0), line('1002.01', 0, 12_345)],
  ...over,
})
const move = (client: Client, id: string, version: number, name: Input<typeof moveVoucher>['move'], reason?: string) =>
  client.ask(moveVoucher, { id, version, move: name, ...(reason === undefined ? {} : { reason }) }, inBranch)
const of = (client: Client, id: string) => client.send(getVoucher, { id, branchId }, inBranch)
const net = async (account: string): Promise<number> => (await balances(server))[account] ?? 0

test('[RT-20] a voucher by hand is kept, audited by another, numbered and booked when it is posted, and reversed in red', async () => {
  const before = await net('6602')
  const made = await branch.send(saveVoucher, draft())
  expect(made.voucherNo).toMatch(/^CG\d{14}$/)
  expect(await of(branch, made.id)).toMatchObject({
    state: 'draft',
    isManual: true,
    entryNo: '',
    moves: ['edit', 'void'],
  })
  expect((await of(finance, made.id)).moves).toEqual(['audit'])
  // the rows of the list offer the same steps, to each reader their own
  const rowOf = async (client: Client) =>
    (await client.send(listVouchers, { numbers: [made.voucherNo] }, inBranch)).rows[0]
  expect(await rowOf(branch)).toMatchObject({ isManual: true, moves: ['edit', 'void'], version: made.version })
  expect((await rowOf(finance))?.moves).toEqual(['audit'])
  expect(await net('6602')).toBe(before)

  expect((await move(branch, made.id, 1, 'audit')).http).toBe(403)
  const audited = await move(finance, made.id, 1, 'audit')
  expect(audited.envelope.code).toBe(0)
  expect(await net('6602')).toBe(before)
  // two press at once: one entry, one number
  const both = await Promise.all([move(finance, made.id, 2, 'post'), move(admin, made.id, 2, 'post')])
  expect(both.map(({ http }) => http).toSorted((a, b) => a - b)).toEqual([200, 409])
  const posted = await of(finance, made.id)
  expect(posted).toMatchObject({ state: 'posted', version: 3, moves: ['reverse'], amount: 12_345 })
  expect(posted.voucherNo).toMatch(/^记-\d{6}-\d{4}$/)
  expect(posted.entryNo).toMatch(/^FL\d{14}$/)
  expect(posted.lines.map(each => [each.summary, each.account, each.debit, each.credit])).toEqual([
    ['办公用品', '6602', 12_000, 0],
    ['办公用品', '6603.01', 345, 0],
    ['办公用品', '1002.01', 0, 12_345],
  ])
  expect(await net('6602')).toBe(before + 12_000)
  expect(await drift(server)).toEqual([])

  expect((await move(finance, made.id, 3, 'reverse')).http).toBe(400)
  expect((await move(finance, made.id, 2, 'reverse', '记错了')).http).toBe(409)
  expect((await move(finance, made.id, 3, 'reverse', '记错了')).envelope.code).toBe(0)
  const back = await of(finance, made.id)
  expect(back).toMatchObject({ state: 'reversed', moves: [] })
  const [red] = (await finance.send(listVouchers, { text: `冲销 ${posted.voucherNo}` }, inBranch)).rows
  const mirror = await of(finance, red?.id ?? '')
  expect(mirror).toMatchObject({
    amount: -12_345,
    reversalOf: [{ id: posted.id, voucherNo: posted.voucherNo }],
    isManual: false,
    moves: [],
  })
  expect(mirror.lines.map(each => [each.account, each.debit, each.credit])).toEqual([
    ['6602', -12_000, 0],
    ['6603.01', -345, 0],
    ['1002.01', 0, -12_345],
  ])
  expect((await move(finance, made.id, back.version, 'reverse', '再来')).envelope.code).not.toBe(0)
  expect(await net('6602')).toBe(before)
  expect(await drift(server)).toEqual([])
})

test('[RT-20] two people are enough, and never one: whoever made a voucher neither audits, posts nor reverses it', async () => {
  const made = await admin.send(saveVoucher, draft(), inBranch)
  for (const name of ['audit', 'post', 'reverse'] as const)
    expect((await move(admin, made.id, 1, name, '自己')).envelope.code, name).not.toBe(0)
  expect((await move(admin, made.id, 1, 'audit')).envelope.message).toBe('不能审核自己提交的单据')
  expect((await move(finance, made.id, 1, 'audit')).http).toBe(200)
  // sent back with a reason, changed by its maker alone, audited again
  expect((await move(finance, made.id, 2, 'sendBack')).http).toBe(400)
  expect((await move(finance, made.id, 2, 'sendBack', '缺附件')).http).toBe(200)
  const change = draft({ id: made.id, version: 3, summary: '改过', lines: [line('6602', 5, 0), line('1002.01', 0, 5)] })
  expect((await finance.ask(saveVoucher, change, inBranch)).http).toBe(409)
  expect((await admin.ask(saveVoucher, { ...change, version: 2 }, inBranch)).http).toBe(409)
  expect((await admin.send(saveVoucher, change, inBranch)).version).toBe(4)
  expect((await move(finance, made.id, 4, 'audit')).http).toBe(200)
  expect((await move(finance, made.id, 5, 'post')).http).toBe(200)
  expect(await of(finance, made.id)).toMatchObject({ state: 'posted', summary: '改过', amount: 5 })
})

test('[RT-20] what does not balance is kept, and not audited; a void draft leaves no gap', async () => {
  const made = await branch.send(saveVoucher, draft({ lines: [line('6602', 100, 0), line('1002.01', 0, 99)] }))
  const refused = await move(finance, made.id, 1, 'audit')
  expect([refused.http, refused.envelope.message]).toEqual([409, '借贷不平（借方 1.00，贷方 0.99），请退回修改'])
  expect((await move(finance, made.id, 1, 'void', '不要了')).http).toBe(409)
  expect((await move(branch, made.id, 1, 'void', '不要了')).http).toBe(200)
  const one = await branch.send(saveVoucher, draft({ lines: [line('6602', 100, 0)] }))
  expect((await move(finance, one.id, 1, 'audit')).http).toBe(409)
  expect(await drift(server)).toEqual([])
})

test('[RT-20] lines are refused at their place: control accounts, both sides, no amount, waybills of other branches', async () => {
  const other = await signedWaybill(server, { branch: 'branch3', shipper: 'shipper3', carrier: 'carrier3' })
  const own = await signedWaybill(server)
  const count = (await branch.send(listVouchers, { state: 'draft' })).rows.length
  for (const [field, over] of [
    ['lines.0.account', { lines: [line('1122.01', 1, 0)] }],
    ['lines.1.account', { lines: [line('6602', 1, 0), line('2202.01', 0, 1)] }],
    ['lines.0.account', { lines: [line('9999', 1, 0)] }],
    ['lines.0.debit', { lines: [line('6602', 0, 0)] }],
    ['lines.0.debit', { lines: [line('6602', Number.MAX_SAFE_INTEGER, 0), line('6602', 1, 0)] }],
    ['lines.1.debit', { lines: [line('6602', 60_000_000_000, 0), line('6602', 60_000_000_000, 0)] }],
    ['lines.0.credit', { lines: [line('6602', 1, 1)] }],
    ['lines.0.debit', { lines: [line('6602', -1, 0)] }],
    ['lines.0.summary', { lines: [line('6602', 1, 0, { summary: ' ' })] }],
    ['lines.0.waybillNo', { lines: [line('6401.01', 1, 0, { waybillNo: other.waybillNo })] }],
    ['date', { date: Date.now() + 2 * DAY_MS }],
    ['date', { date: Date.now() - 100 * DAY_MS }],
    ['category', { kind: 'OTHER' }],
  ] as [string, Partial<Draft>][]) {
    const { http: status, envelope } = await branch.ask(saveVoucher, draft(over))
    expect([status, Object.keys((envelope.data as { fields?: object }).fields ?? {})], field).toEqual([400, [field]])
  }
  expect((await branch.send(listVouchers, { state: 'draft' })).rows).toHaveLength(count)
  const lines = [line('6401.03', 70, 0, { waybillNo: own.waybillNo }), line('1002.01', 0, 70)]
  const made = await branch.send(saveVoucher, draft({ kind: 'OTHER', category: 'TOLL', lines }))
  await move(finance, made.id, 1, 'audit')
  await move(finance, made.id, 2, 'post')
  expect(await of(finance, made.id)).toMatchObject({
    kind: 'OTHER',
    category: 'TOLL',
    lines: [{ account: '6401.03', waybillNo: own.waybillNo }, {}],
  })
})

test('[RT-20] a draft is judged anew at each step: an account that went, or a waybill that is no longer the branch’s, is refused at its line', async () => {
  const keep = (id: string, lines: readonly object[]) =>
    server.db(tx => tx.run(sql`update vouchers set draft_lines = ${JSON.stringify(lines)} where id = ${id}`.compile(q)))
  const before = await net('6602')
  const { id } = await branch.send(saveVoucher, draft())
  await keep(id, [line('6999', 12_345, 0), line('1002.01', 0, 12_345)])
  const gone = await move(finance, id, 1, 'audit')
  expect([gone.http, gone.envelope.message]).toEqual([409, '第 1 行没有这个科目，请退回修改'])
  await keep(id, [line('6602', 12_345, 0), line('1002.01', 0, 12_345)])
  expect((await move(finance, id, 1, 'audit')).http).toBe(200)
  await keep(id, [line('6602', 12_345, 0, { waybillNo: 'YD20260101000001' }), line('1002.01', 0, 12_345)])
  const lost = await move(finance, id, 2, 'post')
  expect([lost.http, lost.envelope.message]).toEqual([409, '第 1 行本分公司没有这张运单，请退回修改'])
  expect(await of(finance, id)).toMatchObject({ state: 'audited', version: 2, entryNo: '' })
  expect(await net('6602')).toBe(before)
})

test('[RT-20] [SE-04] writes of vouchers are of one branch, whose own they are, and what the product made stays', async () => {
  expect((await finance.ask(saveVoucher, draft())).envelope.message).toBe('请使用分公司管理账号进行操作')
  const made = await branch.send(saveVoucher, draft())
  expect((await finance.ask(moveVoucher, { id: made.id, version: 1, move: 'audit' })).envelope.message).toBe(
    '请使用分公司管理账号进行操作',
  )
  const elsewhere = { raw: { branchCompanyId: demoCompanyId('branch3') } }
  expect((await finance.ask(moveVoucher, { id: made.id, version: 1, move: 'audit' }, elsewhere)).http).toBe(404)
  for (const account of ['shipper-finance', 'carrier-finance'])
    expect((await (await server.login(account)).ask(saveVoucher, draft())).http, account).toBe(403)
  const [product] = (await finance.send(listVouchers, { text: '暂估运费' }, inBranch)).rows
  expect(product).toMatchObject({ isManual: false, moves: [] })
  const refused = await move(finance, product?.id ?? '', product?.version ?? 1, 'reverse', '手工')
  expect([refused.http, refused.envelope.code]).toEqual([409, 5002])
  // drafts are the house's own: a company finds none
  const shipper = await server.login('shipper-finance')
  expect((await shipper.send(listVouchers, { state: 'draft' })).rows).toEqual([])
  expect((await shipper.ask(getVoucher, { id: made.id, branchId })).http).toBe(404)
})

test('a voucher meant for a month that was closed meanwhile goes into the next one', async () => {
  const made = await branch.send(saveVoucher, draft({ lines: [line('6602', 9, 0), line('1002.01', 0, 9)] }))
  await move(finance, made.id, 1, 'audit')
  const close = (at: string) =>
    server.db(tx => tx.run(sql`update periods set closed_at = ${sql.raw(at)} where branch_id = ${branchId}`.compile(q)))
  const { period } = await of(branch, made.id)
  await close('1')
  expect((await move(finance, made.id, 2, 'post')).http).toBe(200)
  const posted = await of(finance, made.id)
  expect(Number(posted.period)).toBeGreaterThan(Number(period))
  expect(posted.voucherNo).toBe(`记-${posted.period}-0001`)
  await close('null')
  expect(await drift(server)).toEqual([])
})

const csv = (...rows: string[]) => ({
  name: '分录.csv',
  bytes: Buffer.from(['摘要,科目,运单号,借方(元),贷方(元)', ...rows].join('\n')),
})
const read = (client: Client, file: { name: string; bytes: Buffer }) => client.ask(readLineFile, {}, { files: [file] })

test('[RT-20] a file of lines is read whole or refused row by row at its place, and nothing of it is kept', async () => {
  const { waybillNo } = await signedWaybill(server)
  const drafts = async () => (await branch.send(listVouchers, { state: 'draft' })).rows.length
  const before = await drafts()
  const good = await branch.send(
    readLineFile,
    {},
    {
      files: [csv('房租,glfy,,"3,000.00",', `过路费,6401.03,${waybillNo},12.5,`, '付款,银行存款,,,3012.50')],
    },
  )
  expect(good).toMatchObject({ rows: 3, faults: [], faultsTotal: 0 })
  expect(good.lines).toEqual([
    { summary: '房租', account: '6602', accountName: '管理费用', debit: 300_000, credit: 0 },
    { summary: '过路费', account: '6401.03', accountName: '通行费', waybillNo, debit: 1250, credit: 0 },
    { summary: '付款', account: '1002.01', accountName: '银行存款', debit: 0, credit: 301_250 },
  ])
  const saved = await branch.ask(
    saveVoucher,
    draft({ lines: good.lines.map(({ accountName: _name, ...rest }) => rest) }),
  )
  expect(saved.envelope.code).toBe(0)
  const { lines, faults } = await branch.send(
    readLineFile,
    {},
    {
      files: [csv('好,6602,,1,', '差,1122.01,,1,', '差,6602,,一元,', '差,6602,YD0,1,', ',6602,,1,')],
    },
  )
  expect(lines, 'one wrong row keeps all out').toEqual([])
  expect(faults.map(({ row, title }) => [row, title])).toEqual([
    [3, '科目'],
    [4, '借方(元)'],
    [5, '运单号'],
    [6, '摘要'],
  ])
  expect(faults[0]?.reason).toContain('由业务单据自动入账')
  const many = await branch.send(
    readLineFile,
    {},
    { files: [csv(...Array.from({ length: 201 }, () => '甲,6602,,1,'))] },
  )
  expect([many.lines, many.faults]).toEqual([[], [{ row: 202, reason: '一张凭证最多 200 行，文件有 201 行' }]])
  expect(await drafts()).toBe(before + 1)
})

test('[RT-20] the template is understood as it is handed out; other files and other people are refused', async () => {
  const { http, bytes } = await branch.blob(getLineTemplate, {})
  expect(http).toBe(200)
  const empty = await read(branch, { name: '模板.xlsx', bytes: Buffer.from(bytes) })
  expect([empty.http, JSON.stringify(empty.envelope)]).toEqual([400, expect.stringContaining('没有可导入的数据行')])
  const strange = await read(branch, { name: 'a.csv', bytes: Buffer.from('甲,乙\n1,2') })
  expect([strange.http, JSON.stringify(strange.envelope)]).toEqual([400, expect.stringContaining('没有找到表头')])
  expect((await read(branch, { name: 'a.xlsx', bytes: Buffer.from('PK nothing') })).http).toBe(400)
  expect((await read(await server.login('shipper-finance'), csv('a,6602,,1,'))).http).toBe(403)
  // a waybill of another branch is none
  const other = await server.login('branch2')
  const { waybillNo } = await signedWaybill(server)
  const { faults } = await other.send(readLineFile, {}, { files: [csv(`差,6602,${waybillNo},1,`)] })
  expect(faults).toEqual([{ row: 2, title: '运单号', reason: '本分公司没有这张运单' }])
})

test('[RT-20] those who audit hear of a draft, and find it by number, day, amount, account, maker and what waits', async () => {
  const made = await branch.send(saveVoucher, draft({ lines: [line('6711', 777, 0), line('1002.01', 0, 777)] }))
  const told = (await messagesOf(server, 'platform-finance'))[0]
  expect([told?.title, decodeURIComponent(told?.path ?? '')]).toEqual([
    '手工凭证待审核',
    `/${screens.VoucherList.path}?text=${made.voucherNo}`,
  ])
  const found = async (filter: Input<typeof listVouchers>, client = finance) =>
    (await client.send(listVouchers, { limit: 100, ...filter })).rows.map(({ id }) => id)
  const row = await of(finance, made.id)
  const finds: readonly Input<typeof listVouchers>[] = [
    { numbers: [made.voucherNo, '没有的号'] },
    { dateFrom: row.date, dateTo: row.date + DAY_MS, amount: fen(777) },
    { account: '6711', unposted: true },
    { maker: row.maker, waits: 'audit' },
  ]
  for (const filter of finds) expect([filter, await found(filter)]).toEqual([filter, expect.arrayContaining([made.id])])
  const misses: readonly Input<typeof listVouchers>[] = [
    { numbers: ['没有的号'] },
    { dateFrom: row.date + DAY_MS },
    { amount: fen(778) },
    { account: '6602', numbers: [made.voucherNo] },
    { maker: '没有的人' },
    { waits: 'post', numbers: [made.voucherNo] },
  ]
  for (const filter of misses) expect([filter, (await found(filter)).includes(made.id)]).toEqual([filter, false])
  // its maker audits nothing of their own, and another branch and companies find it by no filter
  expect(await found({ waits: 'audit', numbers: [made.voucherNo] }, branch)).toEqual([])
  for (const account of ['branch2', 'shipper-finance'])
    expect(await found({ numbers: [made.voucherNo] }, await server.login(account))).toEqual([])
  // numbers that were not found are named: another branch's like one that is none
  const missing = async (client: Client, filter: Input<typeof listVouchers> = {}) =>
    (await client.send(listVouchers, { ...filter, numbers: ['没有的号', made.voucherNo] })).missing
  expect(await missing(finance)).toEqual({ unfound: ['没有的号'], hidden: [] })
  expect(await missing(finance, { amount: fen(778) })).toEqual({ unfound: ['没有的号'], hidden: [made.voucherNo] })
  expect(await missing(await server.login('branch2'))).toEqual({ unfound: ['没有的号', made.voucherNo], hidden: [] })
})
