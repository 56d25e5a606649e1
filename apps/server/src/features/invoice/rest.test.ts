// The rest of an application whose invoices are not all out: it ends, and what no invoice bears can be applied for anew;
// numbers of red invoices.
import {
  applyInvoices,
  getInvoiceApp,
  giveUpInvoiceApp,
  issueInvoiceApp,
  listInvoiceCandidates,
  reviewInvoiceApp,
} from '@yunshu/contract/invoice/application'
import { getInvoice, judgeRecordedInvoice, recordInvoice } from '@yunshu/contract/invoice/invoice'
import { applyRed, getRed, issueRed, judgeRed, moveRed, recordRed } from '@yunshu/contract/invoice/red'
import { listInvoiceTitles, saveInvoiceTitle } from '@yunshu/contract/invoice/title'
import { revealNumber } from '@yunshu/contract/secretNumber'
import { moveWaybill } from '@yunshu/contract/waybill/waybill'
import { fen, sumFen, type Fen } from '@yunshu/domain/figures/money'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { issuedInvoice, paper, titleOf } from '../../../../../tests/server/invoiceWorld.ts'
import { drift, signedWaybill } from '../../../../../tests/server/settlementWorld.ts'
import { startTestServer, type Client, type TestServer } from '../../../../../tests/server/testServer.ts'
import { until } from '../../../../../tests/server/until.ts'
import { q } from '../../db/tx.ts'

let server: TestServer
let shipper: Client
let finance: Client
let admin: Client
beforeAll(async () => {
  server = await startTestServer()
  shipper = await server.login('shipper-finance')
  finance = await server.login('platform-finance')
  admin = await server.login('admin')
})
afterAll(() => server.stop())

const appOf = (id: string) => finance.send(getInvoiceApp, { id })
/** An application that is being issued. */
async function issuing(ids: string[], titleId: string, expectGross: Fen): Promise<string> {
  const { id, version } = await shipper.send(applyInvoices, { ids, splitBy: 'NONE', titleId, expectGross })
  const agreed = await finance.send(reviewInvoiceApp, { id, version, move: 'approve', expectGross })
  await finance.send(issueInvoiceApp, { id, version: agreed.version })
  return id
}

test('one invoice is out and the other refused for good: the rest ends, its part of a waybill is applied for anew', async () => {
  const waybills = [
    await signedWaybill(server, { shipperFreight: 150_000_000 }),
    await signedWaybill(server, { shipperFreight: 90_000_000 }),
  ]
  const ids = waybills.map(({ id: of }) => of)
  // the platform refuses all of a title that ends so
  const id = await issuing(ids, await titleOf(shipper, '9001'), fen(240_000_000))
  await until(async () => (await appOf(id)).items.every(({ state }) => state === 'failed'))
  // a piece of the waybill that is larger than an invoice
  const first = (await appOf(id)).items.find(({ gross }) => gross === 100_000_000)
  const out = await finance.send(getInvoice, { id: first?.id ?? '' })
  const { version } = await finance.send(
    recordInvoice,
    {
      id: out.id,
      version: out.version,
      invoiceNo: '26112000000000000079',
      issuedAt: Date.now(),
      gross: out.gross,
      tax: out.tax,
    },
    paper,
  )
  // a record that waits may be an invoice: nothing ends while it does
  const waiting = await appOf(id)
  expect(waiting.moves).toEqual([])
  const giveUp = { id, version: waiting.version, reason: '抬头要改' }
  expect((await finance.ask(giveUpInvoiceApp, giveUp)).envelope.code).toBe(2754)
  await admin.send(judgeRecordedInvoice, { id: out.id, version, move: 'confirm' })
  const half = await appOf(id)
  expect(half.moves).toEqual(['giveUpRest'])
  await finance.send(giveUpInvoiceApp, { ...giveUp, version: half.version })
  const ended = await appOf(id)
  expect([ended.state, ended.items.map(({ state }) => state).toSorted()]).toEqual([
    'issued',
    ['dropped', 'dropped', 'issued'],
  ])
  // the part that is out stays out, the rest is one application more, and the tax of both comes to the fen
  const { rows: free } = await shipper.send(listInvoiceCandidates, { ids })
  expect(sumFen(free.map(({ gross }) => gross))).toBe(240_000_000 - out.gross)
  const held = await admin.ask(moveWaybill, {
    id: free.find(({ gross }) => gross < 90_000_000)?.id ?? '',
    version: 1,
    move: 'void',
    reason: '错单',
  })
  expect(held.envelope.message).toContain('开票')
  const again = await issuing(
    free.map(row => row.id),
    await titleOf(shipper),
    sumFen(free.map(({ gross }) => gross)),
  )
  await until(async () => (await appOf(again)).state === 'issued')
  const { tax } = await server.db(tx =>
    tx.one(
      q
        .selectFrom('journal_lines')
        .select(sql<number>`sum(credit_fen - debit_fen)::bigint`.as('tax'))
        .where('account', '=', '2221.07')
        .where('waybill_id', 'in', ids),
    ),
  )
  expect(tax).toBe(0)
  expect((await shipper.send(listInvoiceCandidates, { ids })).rows).toEqual([])
  expect(await drift(server)).toEqual([])
})

test('a waybill that an application lets go of while another tab applies for it is applied for with its rest alone', async () => {
  const { id: of } = await signedWaybill(server, { shipperFreight: 150_000_000 })
  const id = await issuing([of], await titleOf(shipper, '9001'), fen(150_000_000))
  await until(async () => (await appOf(id)).items.every(({ state }) => state === 'failed'))
  const large = (await appOf(id)).items.find(({ gross }) => gross === 100_000_000)
  const out = await finance.send(getInvoice, { id: large?.id ?? '' })
  const recorded = await finance.send(
    recordInvoice,
    {
      id: out.id,
      version: out.version,
      invoiceNo: '26112000000000000091',
      issuedAt: Date.now(),
      gross: out.gross,
      tax: out.tax,
    },
    paper,
  )
  await admin.send(judgeRecordedInvoice, { ...recorded, move: 'confirm' })
  const { version } = await appOf(id)
  const titleId = await titleOf(shipper)
  const waits = async (): Promise<boolean> => {
    const found = sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`
    return (await server.db(tx => tx.one(found.compile(q)))).n > 0
  }
  // the other tab was opened before there was an application: it says the whole freight
  const [applied] = await server.db(async tx => {
    await tx.rows(sql`select from waybills where id = ${of}::uuid for update`.compile(q))
    const applying = shipper.ask(applyInvoices, {
      ids: [of],
      splitBy: 'NONE',
      titleId,
      expectGross: fen(150_000_000),
    })
    await until(waits, 'the application waits')
    await finance.send(giveUpInvoiceApp, { id, version, reason: '抬头要改' })
    return [applying] as const
  })
  const { http, envelope } = await applied
  expect([http, envelope.message]).toEqual([400, expect.stringContaining('价税合计为 500,000.00 元')])
})

test('an application holds the account of its title masked; the eye tells it to those who reach the application', async () => {
  const accountNo = '0403000109300000777'
  const bank = { address: '北京市朝阳区建国路 1 号', phone: '010-65000000', bank: '中国银行北京分行', accountNo }
  const title = { name: '中煤贸易有限公司', taxNo: '1101051949777770001', kind: '82', ...bank } as const
  const { id: titleId } = await shipper.send(saveInvoiceTitle, title)
  const { id: of } = await signedWaybill(server, { shipperFreight: 1_000_000 })
  const { id } = await shipper.send(applyInvoices, {
    ids: [of],
    splitBy: 'NONE',
    titleId,
    expectGross: fen(1_000_000),
  })
  expect((await appOf(id)).title.accountNo).toBe('****0777')
  const look = { kind: 'invoiceApp', id, field: 'accountNo' } as const
  expect((await admin.send(revealNumber, look)).value).toBe(accountNo)
  const carrier = await server.login('carrier')
  expect((await carrier.ask(revealNumber, look)).http).toBe(404)
})

test('a title holds its account masked: the eye tells it to its company, a number nobody typed stays, an emptied one goes', async () => {
  const bank = { address: '金鸡滩镇', phone: '0912-3300000', bank: '工行榆阳支行' }
  const said = { name: '丙公司', taxNo: '91350100M000100Y43', kind: '81', ...bank } as const
  const { id, version } = await shipper.send(saveInvoiceTitle, { ...said, accountNo: '2610009087654321' })
  const shown = async () => (await shipper.send(listInvoiceTitles, {})).rows.find(row => row.id === id)
  expect((await shown())?.accountNo).toBe('****4321')
  const look = { kind: 'invoiceTitle', id, field: 'accountNo' } as const
  // its clerk applies under it, and is told no whole number
  expect((await shipper.ask(revealNumber, look)).http).toBe(403)
  expect((await (await server.login('shipper')).send(revealNumber, look)).value).toBe('2610009087654321')
  expect((await (await server.login('shipper2')).ask(revealNumber, look)).http).toBe(404)
  const masked = await shipper.ask(saveInvoiceTitle, { ...said, id, version }, { raw: { accountNo: '****4321' } })
  expect([masked.http, JSON.stringify(masked.envelope)]).toEqual([400, expect.stringContaining('请填写完整账号')])
  await shipper.send(saveInvoiceTitle, { ...said, id, version, bank: '建行榆阳支行' })
  expect(await shown()).toMatchObject({ bank: '建行榆阳支行', accountNo: '****4321', version: version + 1 })
  const bare = { ...said, id, version: version + 1, emptied: ['accountNo' as const] }
  expect(JSON.stringify((await shipper.ask(saveInvoiceTitle, bare)).envelope)).toContain('专票须填写')
  await shipper.send(saveInvoiceTitle, { ...bare, kind: '82' })
  expect((await shown())?.accountNo).toBeUndefined()
})

test('a red number is of one invoice: recorded for two at once, of a blue one, or told by the platform twice', async () => {
  /** A confirmation for a whole invoice that its other person agreed to, and the number of the invoice. */
  const agreedRed = async () => {
    const invoice = await issuedInvoice({ shipper, finance }, [await signedWaybill(server)])
    const line = { n: 1, gross: fen(1_000_000) }
    const said = { invoiceId: invoice.id, version: invoice.version, reasonCode: '01', isUsed: false } as const
    const made = await finance.send(applyRed, { ...said, lines: [line] })
    const agreed = await admin.send(moveRed, { id: made.id, version: made.version, move: 'agreeAlone' })
    return { id: made.id, version: agreed.version, blueNo: invoice.invoiceNo ?? '' }
  }
  const [one, other, third] = [await agreedRed(), await agreedRed(), await agreedRed()]
  const record = ({ id, version }: { id: string; version: number }, redNo: string) =>
    finance.ask(recordRed, { id, version, redNo, redAt: Date.now() }, paper)
  // the number of an invoice that is out
  const blue = await record(one, other.blueNo)
  expect([blue.envelope.code, JSON.stringify(blue.envelope.data)]).toEqual([2758, expect.stringContaining('redNo')])
  const redNo = '26112000000000000081'
  const both = await Promise.all([record(one, redNo), record(other, redNo)])
  expect(both.map(({ envelope }) => envelope.code).toSorted((a, b) => a - b)).toEqual([0, 2758])
  const at = both.findIndex(({ envelope }) => envelope.code === 0)
  const recorded = both[at]?.data
  if (recorded === undefined) throw new Error('none was recorded')
  await admin.send(judgeRed, { ...recorded, move: 'confirm' })
  expect(await finance.send(getRed, { id: recorded.id })).toMatchObject({ issueState: 'issued', redNo })
  // the platform says of a third one that it has the number of the second
  const { invoices } = server.server.deps
  if (invoices === undefined) throw new Error('no gateway')
  const answer = {
    state: 'issued',
    invoiceNo: redNo,
    issuedAt: Date.now(),
    grossFen: -1_000_000,
    taxFen: -82_569,
  } as const
  vi.spyOn(invoices, 'issue').mockResolvedValueOnce(answer)
  await finance.send(issueRed, { id: third.id, version: third.version })
  await until(async () => (await finance.send(getRed, { id: third.id })).issueState === 'unknown')
  const told = await finance.send(getRed, { id: third.id })
  expect([told.fault, told.redNo]).toEqual(['税务平台回执的号码已是另一张发票的，请核对', undefined])
  expect(await drift(server)).toEqual([])
})
