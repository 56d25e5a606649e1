// Invoices over HTTP: applied for once however many tabs, judged by another, issued once whatever the platform says, and
// the tax of every waybill moved to the fen.
import type { Input } from '@yunshu/contract/call'
import {
  applyInvoices,
  countInvoiceApps,
  deliverInvoiceApp,
  getInvoiceApp,
  giveUpInvoiceApp,
  issueInvoiceApp,
  listInvoiceApps,
  listInvoiceCandidates,
  sumInvoiceCandidates,
  previewInvoices,
  reviewInvoiceApp,
  saveInvoiceLimits,
  withdrawInvoiceApp,
} from '@yunshu/contract/invoice/application'
import {
  askInvoice,
  countInvoices,
  getInvoice,
  judgeRecordedInvoice,
  listInvoices,
  recordInvoice,
  recordNoInvoice,
  retryInvoice,
} from '@yunshu/contract/invoice/invoice'
import { closeInvoiceTitle, listInvoiceTitles, saveInvoiceTitle } from '@yunshu/contract/invoice/title'
import { moveWaybill } from '@yunshu/contract/waybill/waybill'
import { fen, splitTax, sumFen } from '@yunshu/domain/figures/money'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { paper } from '../../../../../tests/server/invoiceWorld.ts'
import { drift, signedWaybill, type Signed } from '../../../../../tests/server/settlementWorld.ts'
import { startTestServer, type Client, type TestServer } from '../../../../../tests/server/testServer.ts'
import { demoCompanyId } from '../../../demo/people.ts'
import { q } from '../../db/tx.ts'
import { runInvoices } from './invoice.jobs.ts'

let server: TestServer
let shipper: Client
let finance: Client
let admin: Client
beforeAll(async () => {
  server = await startTestServer()
  ;[shipper, finance, admin] = await Promise.all([
    server.login('shipper-finance'),
    server.login('platform-finance'),
    server.login('admin'),
  ])
})
afterAll(() => server.stop())

const rows = <R>(text: string): Promise<R[]> => server.db(tx => tx.rows<R>(sql<R>`${sql.raw(text)}`.compile(q)))
const branchId = demoCompanyId('branch1')
const inBranch = { raw: { branchCompanyId: branchId } }

/** The balance of a tax account over waybills, in fen on the debit side. */
const taxOf = async (account: string, waybills: readonly Signed[]): Promise<number> =>
  (
    await rows<{ n: number }>(
      `select coalesce(sum(debit_fen - credit_fen), 0)::bigint as n from journal_lines where account = '${account}' and waybill_id in (${waybills.map(({ id }) => `'${id}'`).join()})`,
    )
  )[0]?.n ?? NaN

let taxNumbers = 0
/** A title whose tax number ends as told: the simulated platform decides by that. */
const titleOf = async (tail = '0001', client = shipper): Promise<string> => {
  const taxNo = `1101051949${String((taxNumbers += 1)).padStart(5, '0')}${tail.slice(0, 4)}A`.slice(0, 15) + tail
  const { id } = await client.send(saveInvoiceTitle, { name: '中煤贸易有限公司', taxNo: taxNo.slice(-19), kind: '82' })
  return id
}
const waybillsOf = (count: number, over: Parameters<typeof signedWaybill>[1] = {}): Promise<Signed[]> =>
  Promise.all(Array.from({ length: count }, () => signedWaybill(server, over)))
const grossOf = (count: number, each = 1_000_000) => fen(count * each)

async function applied(
  waybills: readonly Signed[],
  over: Partial<Input<typeof applyInvoices>> = {},
): Promise<{ id: string; version: number }> {
  const { id, version } = await shipper.send(applyInvoices, {
    ids: waybills.map(({ id }) => id),
    splitBy: 'NONE',
    titleId: over.titleId ?? (await titleOf()),
    expectGross: grossOf(waybills.length),
    ...over,
  })
  return { id, version }
}
async function approved(waybills: readonly Signed[], over: Partial<Input<typeof applyInvoices>> = {}) {
  const { id, version } = await applied(waybills, over)
  const expectGross = over.expectGross ?? grossOf(waybills.length)
  return finance.send(reviewInvoiceApp, { id, version, move: 'approve', expectGross })
}
async function issuing(waybills: readonly Signed[], over: Partial<Input<typeof applyInvoices>> = {}) {
  const app = await approved(waybills, over)
  await finance.send(issueInvoiceApp, { id: app.id, version: app.version })
  return app.id
}
/** A busy machine answers late. */
const patient = { timeout: 30_000 }
const appOf = (id: string, client = finance) => client.send(getInvoiceApp, { id })
/** The first invoice of an application, once it has left the states in which the platform is spoken to. */
const settled = (id: string, state: string) =>
  vi.waitFor(async () => {
    const app = await appOf(id)
    expect(app.items.map(item => item.state)).toContain(state)
    return finance.send(getInvoice, { id: app.items.find(item => item.state === state)?.id ?? '' })
  }, patient)

describe('titles', () => {
  test('hold a tax number that can be one, once for each kind, and a special invoice asks for bank and address', async () => {
    const wrong = await shipper.ask(
      saveInvoiceTitle,
      { name: '甲', taxNo: '91350100M000100Y43', kind: '82' },
      { raw: { taxNo: '91350100M000100Y44' } },
    )
    expect([wrong.http, JSON.stringify(wrong.envelope)]).toEqual([400, expect.stringContaining('校验位不正确')])
    const special = await shipper.ask(saveInvoiceTitle, { name: '甲', taxNo: '91350100M000100Y43', kind: '81' })
    expect(JSON.stringify(special.envelope)).toContain('专票须填写')
    const { id, version } = await shipper.send(saveInvoiceTitle, {
      name: '甲公司',
      taxNo: ' 91350100m000100y43 ',
      kind: '82',
    })
    expect(
      JSON.stringify(
        (await shipper.ask(saveInvoiceTitle, { name: '乙', taxNo: '91350100M000100Y43', kind: '82' })).envelope,
      ),
    ).toContain('已有同票种的抬头')
    const mine = (await shipper.send(listInvoiceTitles, {})).rows
    expect(mine).toContainEqual(expect.objectContaining({ id, name: '甲公司', taxNo: '91350100M000100Y43' }))
    const other = await server.login('shipper2')
    expect((await other.send(listInvoiceTitles, {})).rows.map(row => row.id)).not.toContain(id)
    expect((await other.ask(closeInvoiceTitle, { id, version })).http).toBe(404)
    await shipper.send(closeInvoiceTitle, { id, version })
    expect((await shipper.ask(closeInvoiceTitle, { id, version: version + 1 })).http).toBe(404)
  })
})

describe('an application', () => {
  test('shows every invoice before it is made, and takes each waybill once', async () => {
    const waybills = await waybillsOf(3)
    const ids = waybills.map(({ id }) => id)
    const { rows: candidates } = await shipper.send(listInvoiceCandidates, { ids })
    expect(candidates.map(row => [row.gross, row.tax, row.whyNot])).toEqual(
      ids.map(() => [1_000_000, splitTax(fen(1_000_000), 900).tax, undefined]),
    )
    expect(await shipper.send(sumInvoiceCandidates, { ids })).toEqual({ summed: 3, sums: { gross: 3_000_000 } })
    const preview = await shipper.send(previewInvoices, { ids, splitBy: 'VEHICLE' })
    expect(preview.invoices).toHaveLength(3)
    expect((await shipper.send(previewInvoices, { ids, splitBy: 'NONE' })).invoices).toHaveLength(1)
    const titleId = await titleOf()
    const said = { ids, splitBy: 'NONE', titleId, expectGross: grossOf(3) } as const
    const wrong = await shipper.ask(applyInvoices, { ...said, expectGross: fen(1) })
    expect([wrong.http, JSON.stringify(wrong.envelope)]).toEqual([400, expect.stringContaining('30,000.00 元')])
    const both = await Promise.all([shipper.ask(applyInvoices, said), shipper.ask(applyInvoices, said)])
    expect(both.map(({ http }) => http).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(both.find(({ http }) => http === 409)?.envelope).toMatchObject({
      message: expect.stringContaining('已在其他开票申请中') as string,
    })
    expect((await shipper.send(listInvoiceCandidates, { ids })).rows).toEqual([])
    expect(await shipper.send(sumInvoiceCandidates, { ids })).toEqual({ summed: 0, sums: { gross: 0 } })
    expect(
      await rows(
        `select waybill_id from invoice_app_waybills where is_live and waybill_id in (${ids.map(id => `'${id}'`).join()})`,
      ),
    ).toHaveLength(3)
  })

  test('is judged by another, and frees its waybills when it is refused or taken back', async () => {
    const waybills = await waybillsOf(1)
    const first = await applied(waybills)
    expect((await appOf(first.id)).moves).toEqual(['approve', 'reject'])
    expect((await appOf(first.id, shipper)).moves).toEqual(['withdraw'])
    const wrong = await finance.ask(reviewInvoiceApp, { ...first, move: 'approve', expectGross: fen(5) })
    expect(wrong.http).toBe(400)
    expect((await finance.ask(reviewInvoiceApp, { ...first, move: 'reject', reason: ' ' })).http).toBe(400)
    await finance.send(reviewInvoiceApp, { ...first, move: 'reject', reason: '抬头不对' })
    expect(await appOf(first.id)).toMatchObject({ state: 'rejected', reason: '抬头不对', moves: [] })
    const again = await applied(waybills)
    expect((await finance.ask(reviewInvoiceApp, { ...first, move: 'approve', expectGross: grossOf(1) })).http).toBe(409)
    await shipper.send(withdrawInvoiceApp, { id: again.id, version: again.version })
    expect((await appOf(again.id)).items.map(item => item.state)).toEqual(['dropped'])
    expect((await shipper.send(listInvoiceCandidates, { ids: [waybills[0]?.id ?? ''] })).rows).toHaveLength(1)
  })

  test('is nobody else’s business: another shipper and a carrier find nothing', async () => {
    const waybills = await waybillsOf(1)
    const { id, version } = await applied(waybills)
    const [other, carrier] = await Promise.all([server.login('shipper2'), server.login('carrier-finance')])
    expect((await other.ask(getInvoiceApp, { id })).http).toBe(404)
    expect((await other.send(listInvoiceApps, {})).rows.map(row => row.id)).not.toContain(id)
    expect((await carrier.ask(listInvoiceApps, {})).http).toBe(403)
    expect((await other.ask(withdrawInvoiceApp, { id, version })).http).not.toBe(200)
    const titleId = await titleOf('0001', shipper)
    const stolen = await other.ask(applyInvoices, {
      ids: (await waybillsOf(1)).map(waybill => waybill.id),
      splitBy: 'NONE',
      titleId,
      expectGross: grossOf(1),
    })
    expect(stolen.http).not.toBe(200)
  })

  test('of waybills of two sellers is refused, and a waybill in one is not voided', async () => {
    const [mine] = await waybillsOf(1)
    const [theirs] = await waybillsOf(1, { branch: 'branch2' })
    const ids = [mine?.id ?? '', theirs?.id ?? '']
    const mixed = await shipper.ask(previewInvoices, { ids, splitBy: 'NONE' })
    expect(mixed.envelope).toMatchObject({ code: 2753 })
    const { id } = await applied([mine ?? { id: '', waybillNo: '' }])
    expect((await appOf(id)).state).toBe('submitted')
    const [{ version }] = (await rows<{ version: number }>(
      `select version from waybills where id = '${mine?.id}'`,
    )) as [{ version: number }]
    const voided = await admin.ask(moveWaybill, { id: mine?.id ?? '', version, move: 'void', reason: '重复' })
    expect(voided.envelope).toMatchObject({ code: 2759 })
  })
})

/** The mark of the second attempt in a serial number. */
const again2 = ['R', 2].join('')

describe('issuing', () => {
  test('moves the tax of each waybill to the fen, divided by the limits of the seller, and is delivered', async () => {
    const limits = { version: 0, perInvoiceMax: fen(1_500_000), linesMax: 100 }
    const { version: limited } = await finance.send(saveInvoiceLimits, limits, inBranch)
    const waybills = [
      ...(await waybillsOf(2, { shipperFreight: 333_333 })),
      ...(await waybillsOf(1, { shipperFreight: 4_000_001 })),
    ]
    const total = fen(2 * 333_333 + 4_000_001)
    const tax = sumFen([333_333, 333_333, 4_000_001].map(gross => splitTax(fen(gross), 900).tax))
    expect([await taxOf('2221.07', waybills), await taxOf('2221.05', waybills)]).toEqual([0 - tax, 0])
    const id = await issuing(waybills, { expectGross: total })
    await vi.waitFor(async () => expect((await appOf(id)).state).toBe('issued'), patient)
    const app = await appOf(id)
    expect(app.items.every(({ gross }) => gross <= 1_500_000)).toBe(true)
    expect([sumFen(app.items.map(item => item.gross)), sumFen(app.items.map(item => item.tax))]).toEqual([total, tax])
    expect([await taxOf('2221.07', waybills), await taxOf('2221.05', waybills)]).toEqual([0, 0 - tax])
    const invoice = await finance.send(getInvoice, { id: app.items[0]?.id ?? '' })
    expect(invoice).toMatchObject({
      state: 'issued',
      isSimulated: true,
      invoiceNo: expect.stringMatching(/^\d{20}$/) as string,
    })
    expect(invoice.vouchers).toHaveLength(1)
    // the record opens by the voucher of its entry too
    expect((await finance.send(getInvoice, { id: invoice.vouchers[0]?.id ?? '' })).id).toBe(invoice.id)
    const seen = await shipper.send(getInvoice, { id: invoice.id })
    expect(seen.vouchers).toEqual([])
    const list = await shipper.send(listInvoices, { waybillNo: waybills[0]?.waybillNo })
    expect(list.rows.map(row => row.id)).toContain(app.items.find(item => item.lines > 1)?.id ?? invoice.id)
    // a limit of a fen would make a million invoices of one waybill
    const tiny = { version: limited, perInvoiceMax: fen(1), linesMax: 100 }
    expect((await finance.ask(saveInvoiceLimits, tiny, inBranch)).http).toBe(400)
    await finance.send(deliverInvoiceApp, { id, version: app.version, deliveredTo: 'caiwu@example.com' })
    expect(await appOf(id, shipper)).toMatchObject({ state: 'sent', deliveredTo: 'caiwu@example.com' })
    expect(await drift(server)).toEqual([])
    await finance.send(
      saveInvoiceLimits,
      { version: limited, perInvoiceMax: fen(100_000_000), linesMax: 100 },
      inBranch,
    )
  })

  test('an answer that is lost is asked for and the invoice never sent again', async () => {
    const id = await issuing(await waybillsOf(1), { titleId: await titleOf('9004') })
    const lost = await settled(id, 'unknown')
    expect(lost.moves).toEqual(['record', 'recordNone'])
    await finance.send(askInvoice, { id: lost.id })
    const issued = await settled(id, 'issued')
    expect(issued.invoiceNo).toMatch(/^\d{20}$/)
    expect(await rows(`select received from sim_invoices where serial_no = '${issued.serialNo}'`)).toEqual([
      { received: 1 },
    ])
    await runInvoices(server.server.deps)
    expect(await rows(`select received from sim_invoices where serial_no = '${issued.serialNo}'`)).toEqual([
      { received: 1 },
    ])
    expect(await rows(`select 1 from journal_entries where source_id = '${issued.id}'`)).toHaveLength(1)
  })

  test('a refusal says why, is sent once more under another number, or the application is given up', async () => {
    const waybills = await waybillsOf(1)
    const id = await issuing(waybills, { titleId: await titleOf('9001') })
    const failed = await settled(id, 'failed')
    expect(failed).toMatchObject({ fault: '购方名称与税号不符', moves: ['retry', 'record'] })
    await finance.send(retryInvoice, { id: failed.id, version: failed.version })
    const again = await vi.waitFor(async () => {
      const now = await finance.send(getInvoice, { id: failed.id })
      expect([now.state, now.serialNo]).toEqual(['failed', failed.serialNo + again2])
      return now
    }, patient)
    expect((await finance.ask(retryInvoice, { id: again.id, version: failed.version })).http).toBe(409)
    const app = await appOf(id)
    await finance.send(giveUpInvoiceApp, { id, version: app.version, reason: '抬头要改' })
    expect((await appOf(id)).items.map(item => item.state)).toEqual(['dropped'])
    expect((await shipper.send(listInvoiceCandidates, { ids: [waybills[0]?.id ?? ''] })).rows).toHaveLength(1)
  })

  test('by hand takes two people, the figures of the plan and a number of its own', async () => {
    const waybills = await waybillsOf(1)
    const id = await issuing(waybills, { titleId: await titleOf('9007') })
    const silent = await settled(id, 'unknown')
    expect((await appOf(id)).moves).toEqual([])
    const said = {
      id: silent.id,
      version: silent.version,
      invoiceNo: '26112000000000000077',
      issuedAt: Date.now(),
      gross: silent.gross,
      tax: silent.tax,
    }
    for (const wrong of [{ gross: fen(1) }, { tax: fen(1) }, { issuedAt: Date.now() + 3 * 86_400_000 }])
      expect((await finance.ask(recordInvoice, { ...said, ...wrong }, paper)).http).toBe(400)
    expect((await finance.ask(recordInvoice, said, { ...paper, raw: { invoiceNo: '12' } })).http).toBe(400)
    const recorded = await finance.send(recordInvoice, said, paper)
    const own = await finance.ask(judgeRecordedInvoice, { ...recorded, move: 'confirm' })
    expect(own.envelope.message).toBe('不能审核自己提交的单据')
    expect((await admin.ask(judgeRecordedInvoice, { ...recorded, move: 'confirmNone' })).envelope.code).toBe(2757)
    await admin.send(judgeRecordedInvoice, { ...recorded, move: 'confirm' })
    expect(await appOf(id)).toMatchObject({ state: 'issued', issued: 1 })
    expect(await taxOf('2221.07', waybills)).toBe(0)
    const second = await settled(await issuing(await waybillsOf(1), { titleId: await titleOf('9007') }), 'unknown')
    const twice = await finance.ask(recordInvoice, { ...said, id: second.id, version: second.version }, paper)
    expect(twice.envelope).toMatchObject({ code: 2758, data: { fields: { invoiceNo: expect.anything() as string } } })
    const none = await finance.send(recordNoInvoice, { id: second.id, version: second.version, reason: '平台查无' })
    await admin.send(judgeRecordedInvoice, { ...none, move: 'confirmNone' })
    expect(await finance.send(getInvoice, { id: second.id })).toMatchObject({
      state: 'failed',
      moves: ['retry', 'record'],
    })
  })

  test('a number is of one invoice: recorded for two at once, or told by the platform for a second one', async () => {
    const silentOne = async () =>
      settled(await issuing(await waybillsOf(1), { titleId: await titleOf('9007') }), 'unknown')
    const invoiceNo = '26112000000000000080'
    const both = await Promise.all(
      [await silentOne(), await silentOne()].map(({ id, version, gross, tax }) =>
        finance.ask(recordInvoice, { id, version, gross, tax, invoiceNo, issuedAt: Date.now() }, paper),
      ),
    )
    expect(both.map(({ envelope }) => envelope.code).toSorted((a, b) => a - b)).toEqual([0, 2758])
    const said = { state: 'issued', invoiceNo, issuedAt: Date.now(), grossFen: 1_000_000, taxFen: 82_569 } as const
    vi.spyOn(server.server.deps.invoices ?? expect.fail(), 'issue').mockResolvedValueOnce(said)
    const { fault } = await settled(await issuing(await waybillsOf(1)), 'unknown')
    expect(fault).toBe('税务平台回执的号码已是另一张发票的，请核对')
  })

  test('a record given back is none: what nobody answered for is asked about again and frees no waybill', async () => {
    const id = await issuing(await waybillsOf(1), { titleId: await titleOf('9007') })
    const silent = await settled(id, 'unknown')
    const { version, gross, tax } = silent
    const said = { id: silent.id, version, gross, tax, invoiceNo: '26112000000000000078', issuedAt: Date.now() }
    const recorded = await finance.send(recordInvoice, said, paper)
    await admin.send(judgeRecordedInvoice, { ...recorded, move: 'deny', reason: '号码不对' })
    expect(await appOf(id)).toMatchObject({ moves: [], items: [{ state: 'unknown' }] })
  })

  test('waits where the month has no room, and goes on when there is', async () => {
    const [row] = await rows<{ version: number }>(`select version from invoice_sellers where branch_id = '${branchId}'`)
    const full = { version: row?.version ?? 0, perInvoiceMax: fen(100_000_000), linesMax: 100, monthQuota: fen(1) }
    const { version } = await finance.send(saveInvoiceLimits, full, inBranch)
    const waybills = await waybillsOf(1)
    const preview = await shipper.send(previewInvoices, { ids: waybills.map(w => w.id), splitBy: 'NONE' })
    expect(preview.invoices.map(invoice => invoice.waits)).toEqual([true])
    const id = await issuing(waybills)
    const waiting = await vi.waitFor(async () => {
      const found = (await appOf(id)).items[0]
      expect(found?.fault).toContain('等待额度')
      return found
    }, patient)
    expect(waiting?.state).toBe('planned')
    await finance.send(saveInvoiceLimits, { version, perInvoiceMax: fen(100_000_000), linesMax: 100 }, inBranch)
    await rows(`update invoices set next_at = 0 where id = '${waiting?.id}' returning id`)
    await runInvoices(server.server.deps)
    expect((await appOf(id)).state).toBe('issued')
  })

  test('counters and sums are those of the rows', async () => {
    for (const client of [shipper, finance]) {
      const { rows: apps } = await client.send(listInvoiceApps, { limit: 100 })
      const { state } = await client.send(countInvoiceApps, {})
      expect(Object.values(state).reduce((sum, n) => sum + n, 0)).toBe(apps.length)
      const { rows: invoices } = await client.send(listInvoices, { limit: 100 })
      const { summed, sums } = await client.send(countInvoices, { part: 'sums' })
      expect([summed, sums?.gross]).toEqual([invoices.length, sumFen(invoices.map(row => row.gross))])
    }
  })
})
