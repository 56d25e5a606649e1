// Red confirmations and input invoices over HTTP: what is taken back is taken back to the fen and once, what is bound uses
// the tax of its invoice to the fen.
import type { Input } from '@yunshu/contract/call'
import { getInvoiceApp, listInvoiceCandidates, saveInvoiceLimits } from '@yunshu/contract/invoice/application'
import {
  bindInputInvoice,
  countInputInvoices,
  getInputInvoice,
  listInputCandidates,
  listInputInvoices,
  moveInputInvoice,
  unbindInputInvoice,
  uploadInputInvoice,
} from '@yunshu/contract/invoice/input'
import { getInvoice, type InvoiceDetail } from '@yunshu/contract/invoice/invoice'
import {
  applyRed,
  countReds,
  getRed,
  issueRed,
  judgeRed,
  listReds,
  moveRed,
  recordRed,
} from '@yunshu/contract/invoice/red'
import { moveWaybill } from '@yunshu/contract/waybill/waybill'
import { fen, splitTax, type Fen } from '@yunshu/domain/figures/money'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  bookCost,
  issuedInvoice,
  paper,
  startInvoiceWorld,
  type InvoiceWorld,
} from '../../../../../tests/server/invoiceWorld.ts'
import { drift, signedWaybill, type Signed } from '../../../../../tests/server/settlementWorld.ts'
import type { Client, TestServer } from '../../../../../tests/server/testServer.ts'
import { until } from '../../../../../tests/server/until.ts'
import { demoCompanyId, demoCreditCode } from '../../../demo/people.ts'
import { asSystem } from '../../work/system.ts'
import { explainLine } from '../explain/voucherLine.queries.ts'
import { runReds } from './invoice.jobs.ts'

let world: InvoiceWorld
let server: TestServer
let shipper: Client, finance: Client, admin: Client, carrier: Client
beforeAll(async () => {
  world = await startInvoiceWorld()
  ;({ server, shipper, finance, admin, carrier } = world)
})
afterAll(() => server.stop())

const rows: InvoiceWorld['rows'] = text => world.rows(text)
const sumOf: InvoiceWorld['sumOf'] = (...of) => world.sumOf(...of)
const xmlOf: InvoiceWorld['xmlOf'] = over => world.xmlOf(over)
const uploaded: InvoiceWorld['uploaded'] = (...of) => world.uploaded(...of)

const two = async (): Promise<[Signed, Signed]> => Promise.all([signedWaybill(server), signedWaybill(server)])
const tax = splitTax(fen(1_000_000), 900).tax

const voidOf = async ({ id }: Signed = { id: '', waybillNo: '' }) => {
  const [row] = await rows<{ version: number }>(`select version from waybills where id = '${id}'`)
  return admin.ask(moveWaybill, { id, version: row?.version ?? 0, move: 'void', reason: '重复' })
}
/** A confirmation of the house for lines of an invoice, agreed to by another and issued red. */
async function redOf(
  invoice: InvoiceDetail,
  lines: { n: number; gross: Fen }[],
  reasonCode: Input<typeof applyRed>['reasonCode'],
): Promise<string> {
  const { version } = await finance.send(getInvoice, { id: invoice.id })
  const made = await finance.send(applyRed, { invoiceId: invoice.id, version, reasonCode, isUsed: false, lines })
  const agreed = await admin.send(moveRed, { id: made.id, version: made.version, move: 'agreeAlone' })
  await finance.send(issueRed, { id: made.id, version: agreed.version })
  await until(async () => (await finance.send(getRed, { id: made.id })).issueState === 'issued')
  return made.id
}

describe('[RT-26] red confirmations', () => {
  test('an error by line: the tax of that waybill waits again, it can be applied for anew, and the rest stands', async () => {
    const [one, other] = await two()
    const invoice = await issuedInvoice({ shipper, finance }, [one, other])
    const line = invoice.items.find(item => item.waybillId === one.id)
    const n = line?.n ?? 0
    const said = { invoiceId: invoice.id, version: invoice.version, reasonCode: '01', isUsed: false } as const
    const part = await finance.ask(applyRed, { ...said, lines: [{ n, gross: fen(5) }] })
    expect(JSON.stringify(part.envelope)).toContain('开票有误须按整行红冲')
    const id = await redOf(invoice, [{ n, gross: fen(1_000_000) }], '01')
    expect(await finance.send(getRed, { id })).toMatchObject({ state: 'noNeed', gross: 1_000_000, tax })
    expect([await sumOf('2221.07', one), await sumOf('2221.05', one)]).toEqual([0 - tax, 0])
    expect([await sumOf('2221.07', other), await sumOf('2221.05', other)]).toEqual([0, 0 - tax])
    expect(await finance.send(getInvoice, { id: invoice.id })).toMatchObject({ state: 'partRed', red: 1_000_000 })
    const free = await shipper.send(listInvoiceCandidates, { ids: [one.id, other.id] })
    expect(free.rows.map(row => row.id)).toEqual([one.id])
    const again = await issuedInvoice({ shipper, finance }, [one])
    expect(again.items.map(item => item.waybillId)).toEqual([one.id])
    expect(await sumOf('2221.07', one)).toBe(0)
    expect(await drift(server)).toEqual([])
  })

  test('an allowance lowers revenue, tax and what is owed, and gives back what had been paid of it', async () => {
    const [one] = await two()
    const invoice = await issuedInvoice({ shipper, finance }, [one])
    const item = async () =>
      (
        await rows<{ amount_fen: number; open_fen: number }>(
          `select amount_fen, open_fen from ar_items where waybill_id = '${one.id}'`,
        )
      )[0]
    const cut = fen(123_457)
    const before = await sumOf('1122.01', one)
    await redOf(invoice, [{ n: 1, gross: cut }], '04')
    const cutTax = splitTax(cut, 900).tax
    expect(await sumOf('2221.05', one)).toBe(-(tax - cutTax))
    expect(await sumOf('6001.01', one)).toBe(-(1_000_000 - tax - (cut - cutTax)))
    expect((await item())?.amount_fen).toBe(1_000_000 - cut)
    expect(before).toBeGreaterThanOrEqual(0)
    expect(await drift(server)).toEqual([])
    const rest = fen(1_000_000 - cut)
    await redOf(invoice, [{ n: 1, gross: rest }], '03')
    expect([await sumOf('2221.05', one), await sumOf('6001.01', one), await sumOf('1122.01', one)]).toEqual([0, 0, 0])
    expect(await finance.send(getInvoice, { id: invoice.id })).toMatchObject({ state: 'red', red: 1_000_000 })
    expect(await drift(server)).toEqual([])
  })

  test('of a waybill on two invoices, one allowed and one wrong, only the wrong part is invoiced anew', async () => {
    const inBranch = { raw: { branchCompanyId: demoCompanyId('branch1') } }
    const limits = { perInvoiceMax: fen(600_000), linesMax: 100 }
    const { version } = await finance.send(saveInvoiceLimits, { version: 0, ...limits }, inBranch)
    const [one] = await two()
    const first = await issuedInvoice({ shipper, finance }, [one])
    await finance.send(saveInvoiceLimits, { version, ...limits, perInvoiceMax: fen(100_000_000) }, inBranch)
    const { items } = await finance.send(getInvoiceApp, { id: first.appId })
    expect(items.map(item => item.gross).toSorted((a, b) => a - b)).toEqual([400_000, 600_000])
    const [large, small] = items.toSorted((a, b) => b.gross - a.gross)
    const half = async (id = '') => finance.send(getInvoice, { id })
    await redOf(await half(large?.id), [{ n: 1, gross: fen(600_000) }], '04')
    await redOf(await half(small?.id), [{ n: 1, gross: fen(400_000) }], '01')
    expect((await voidOf(one)).envelope.code).toBe(2759)
    const [open] = (await shipper.send(listInvoiceCandidates, { ids: [one.id] })).rows
    expect([open?.gross, open?.tax]).toEqual([400_000, tax - (large?.tax ?? 0)])
    await issuedInvoice({ shipper, finance }, [one], 400_000)
    expect([await sumOf('2221.07', one), await sumOf('6001.01', one)]).toEqual([
      0,
      -(400_000 - (tax - (large?.tax ?? 0))),
    ])
    expect(await sumOf('2221.05', one)).toBe(-(tax - (large?.tax ?? 0)))
    expect(await drift(server)).toEqual([])
  })

  test('the buyer confirms where it deducted, denies, or enters one itself; 72 hours of silence void it', async () => {
    const [one, other] = await two()
    const invoice = await issuedInvoice({ shipper, finance }, [one, other])
    const said = {
      invoiceId: invoice.id,
      version: invoice.version,
      reasonCode: '04' as const,
      isUsed: true,
      lines: [{ n: 1, gross: fen(100) }],
    }
    const made = await finance.send(applyRed, said)
    expect((await finance.ask(applyRed, said)).envelope.code).toBe(2761)
    expect((await finance.ask(moveRed, { id: made.id, version: made.version, move: 'agreeAsk' })).envelope.code).toBe(
      1103,
    )
    const asked = await admin.send(moveRed, { id: made.id, version: made.version, move: 'agreeAsk' })
    expect((await admin.ask(moveRed, { ...asked, move: 'confirmBuyer' })).http).toBe(403)
    const denied = await shipper.send(moveRed, { ...asked, move: 'denyBuyer', reason: '不认可' })
    expect(await finance.send(getRed, { id: denied.id })).toMatchObject({ state: 'buyerDenied', reason: '不认可' })
    const own = await shipper.send(applyRed, said)
    expect(await finance.send(getRed, { id: own.id })).toMatchObject({ state: 'buyerAsked', side: 'BUYER' })
    const agreed = await finance.send(moveRed, { id: own.id, version: own.version, move: 'confirmSeller' })
    const recorded = await finance.send(
      recordRed,
      { ...agreed, redNo: '26112000000000099901', redAt: Date.now() },
      paper,
    )
    expect((await finance.ask(judgeRed, { ...recorded, move: 'confirm' })).envelope.code).toBe(1103)
    await admin.send(judgeRed, { ...recorded, move: 'confirm' })
    expect(await shipper.send(getRed, { id: own.id })).toMatchObject({
      issueState: 'issued',
      redNo: '26112000000000099901',
    })
    const { version } = await finance.send(getInvoice, { id: invoice.id })
    const late = await shipper.send(applyRed, { ...said, version })
    await rows(`update red_confirms set deadline_at = 1 where id = '${late.id}' returning id`)
    const tooLate = { id: late.id, version: late.version, move: 'confirmSeller' } as const
    expect((await finance.ask(moveRed, tooLate)).envelope.code).toBe(1101)
    await runReds(server.server.deps)
    expect((await finance.send(getRed, { id: late.id })).state).toBe('expired')
    expect(await drift(server)).toEqual([])
  })

  test('another company finds nothing, and counters are the rows', async () => {
    const other = await server.login('shipper2')
    const { rows: all } = await finance.send(listReds, { limit: 100 })
    expect((await other.send(listReds, {})).rows).toEqual([])
    expect((await other.ask(getRed, { id: all[0]?.id ?? '' })).http).toBe(404)
    const { state } = await finance.send(countReds, {})
    expect(Object.values(state).reduce((sum, n) => sum + n, 0)).toBe(all.length)
  })
})

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const step = (client: Client, at: { id: string; version: number }, move: 'verify' | 'tick') =>
  client.send(moveInputInvoice, { id: at.id, version: at.version, move })

describe('[RT-21] input invoices', () => {
  test('the XML says the figures; the same number, a bomb and a file that is no invoice are refused', async () => {
    const number = '26119999999999999991'
    const { id } = await uploaded(xmlOf({ number }))
    const shown = await carrier.send(getInputInvoice, { id })
    expect(shown).toMatchObject({
      invoiceNo: number,
      gross: 1_000_000,
      tax: 82_569,
      source: 'XML',
      state: 'uploaded',
      moves: ['drop'],
    })
    expect(shown.files).toHaveLength(1)
    expect((await carrier.ask(uploadInputInvoice, {}, { files: [xmlOf({ number })] })).envelope.code).toBe(2758)
    const bomb = Buffer.from(`<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaa">]><EInvoice>&a;</EInvoice>`)
    for (const [bytes, why] of [
      [bomb, '不允许的声明'],
      [Buffer.from('<?xml version="1.0"?><note>1</note>'), '不是电子发票'],
    ] as const) {
      const refused = await carrier.ask(uploadInputInvoice, {}, { files: [{ name: 'a.xml', bytes }] })
      expect([refused.http, JSON.stringify(refused.envelope)]).toEqual([400, expect.stringContaining(why)])
    }
    const foreign = await carrier.ask(
      uploadInputInvoice,
      {},
      { files: [xmlOf({ sellerTaxNo: demoCreditCode('carrier2') })] },
    )
    expect(JSON.stringify(foreign.envelope)).toContain('不是本企业的税号')
    expect((await (await server.login('carrier2')).ask(getInputInvoice, { id })).http).toBe(404)
    expect((await shipper.ask(listInputInvoices, {})).http).toBe(403)
  })

  test('three waybills use the tax of one invoice to the fen, in the books once it is deducted, and give it back in red', async () => {
    const waybills = await Promise.all(
      [0, 1, 2].map(() => signedWaybill(server, { payable: 400_000, deducted: 0, oil: 0 })),
    )
    // a fifth of the cost of the first one was booked as tolls
    await bookCost(server, waybills[0]?.id ?? '', '6401.03', 100_000)
    const made = await uploaded()
    expect(
      (await carrier.ask(moveInputInvoice, { id: made.id, version: made.version, move: 'verify' })).envelope.code,
    ).toBe(1103)
    const verified = await step(finance, made, 'verify')
    const candidates = await finance.send(listInputCandidates, { id: made.id, limit: 100 })
    expect(candidates.rows.map(row => row.id)).toEqual(expect.arrayContaining(waybills.map(({ id }) => id)))
    const share = [fen(333_333), fen(333_333), fen(333_334)]
    const lines = waybills.map(({ id }, at) => ({ waybillId: id, amount: share[at] ?? fen(0) }))
    const over = await finance.ask(bindInputInvoice, {
      id: made.id,
      version: verified.version,
      lines: [{ waybillId: waybills[0]?.id ?? '', amount: fen(400_001) }],
    })
    expect([over.http, JSON.stringify(over.envelope)]).toEqual([400, expect.stringContaining('不超过 4,000.00 元')])
    const bound = await finance.send(bindInputInvoice, { id: made.id, version: verified.version, lines })
    expect((await finance.ask(bindInputInvoice, { id: made.id, version: verified.version, lines })).http).toBe(409)
    const now = await finance.send(getInputInvoice, { id: made.id })
    expect([now.bound, now.usedTax, now.unbound]).toEqual([1_000_000, 82_569, 0])
    expect(now.bindings.reduce((sum, each) => sum + each.tax, 0)).toBe(82_569)
    expect(await Promise.all(waybills.map(w => sumOf('2221.01', w)))).toEqual([0, 0, 0])
    const ticked = await step(finance, { id: made.id, version: bound.version }, 'tick')
    expect((await Promise.all(waybills.map(w => sumOf('2221.01', w)))).reduce((a, b) => a + b, 0)).toBe(82_569)
    expect((await finance.send(getInputInvoice, { id: made.id })).vouchers).toHaveLength(3)
    const lowered = await rows<{ id: string; n: number; credit: number }>(
      `select v.id, l.n, l.credit_fen as credit from journal_lines l join journal_entries e on e.id = l.entry_id
        join vouchers v on v.entry_id = e.id where e.event = 'E9' and l.waybill_id = '${waybills[0]?.id ?? ''}' order by l.n`,
    )
    expect(lowered.map(({ credit }) => credit)).toEqual([0, 22_018, 5505])
    for (const line of lowered) {
      const { amount, kept } = await asSystem(server.server.deps, ctx => explainLine(ctx, line))
      expect(amount.value).toBe(kept)
    }
    const voided = await voidOf(waybills[0])
    expect(voided.envelope.code).toBe(2775)
    const first = now.bindings[0]
    await finance.send(unbindInputInvoice, {
      id: made.id,
      version: ticked.version,
      bindingId: first?.id ?? '',
      reason: '绑错',
    })
    const after = await finance.send(getInputInvoice, { id: made.id })
    expect([after.bound, after.usedTax]).toEqual([1_000_000 - (first?.bound ?? 0), 82_569 - (first?.tax ?? 0)])
    expect(await sumOf('2221.01', waybills[0] ?? { id: '', waybillNo: '' })).toBe(0)
    expect(await drift(server)).toEqual([])
  })

  test('many invoices bound to one waybill at once never pass its cost', async () => {
    const waybill = await signedWaybill(server, { payable: 1_000_000, deducted: 0, oil: 0 })
    const inputs = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const made = await uploaded()
        return step(finance, made, 'verify')
      }),
    )
    const answers = await Promise.all(
      inputs.map(({ id, version }) =>
        finance.ask(bindInputInvoice, { id, version, lines: [{ waybillId: waybill.id, amount: fen(1_000_000) }] }),
      ),
    )
    expect(answers.map(({ http }) => http).toSorted((a, b) => a - b)).toEqual([200, 400, 400, 400, 400, 400, 400, 400])
  })

  test('all of more than a thousand waybills is deducted', async () => {
    const waybill = await signedWaybill(server, { payable: 1_000_000, deducted: 0, oil: 0 })
    const made = await uploaded()
    const { version } = await step(finance, made, 'verify')
    await rows(
      `with copies as (
        insert into waybills overriding system value select (jsonb_populate_record(w, jsonb_build_object('id', gen_random_uuid(), 'waybill_no', 'YDX' || n))).*
          from waybills w, generate_series(1, 1001) as n where w.id = '${waybill.id}' returning id, carrier_id, branch_id)
      insert into input_bindings (id, input_id, waybill_id, carrier_id, branch_id, bound_fen, tax_fen, by_id, by_name, created_at)
        select gen_random_uuid(), '${made.id}', id, carrier_id, branch_id, 100, 8, (select maker_id from input_invoices where id = '${made.id}'), '财务', 1
        from copies returning id`,
    )
    await step(finance, { id: made.id, version }, 'tick')
    const [booked] = await rows<{ n: number }>(
      `select count(*)::int as n from journal_entries e join input_bindings b on b.id = e.source_id where b.input_id = '${made.id}' and e.event = 'E9'`,
    )
    expect(booked?.n).toBe(1001)
  })

  test('figures no invoice has, and a buyer that is not the house, are refused, in a file and typed, and sums stand', async () => {
    const huge = '90071992547409.91'
    for (const [over, why] of [
      [{ gross: '100.00', tax: '100.00' }, '税额应小于价税合计'],
      [{ buyerTaxNo: demoCreditCode('shipper') }, '不是本公司'],
      [{ gross: huge, tax: '1.00' }, '价税合计不能超过'],
      [{ day: '0001-01-01' }, '不能早于 2000 年'],
      [{ sellerName: '甲'.repeat(101) }, '不能超过100个字'],
      [{ sellerName: '甲\u0000乙' }, '含有控制字符'],
    ] as const) {
      const refused = await carrier.ask(uploadInputInvoice, {}, { files: [xmlOf(over)] })
      expect([refused.http, JSON.stringify(refused.envelope)]).toEqual([400, expect.stringContaining(why)])
    }
    const typed = {
      invoiceNo: '26118888888888888889',
      sellerName: '河北顺达运输有限公司',
      sellerTaxNo: demoCreditCode('carrier'),
      buyerTaxNo: demoCreditCode('branch1'),
      issuedAt: Date.now(),
      gross: fen(Number.MAX_SAFE_INTEGER),
      tax: fen(1),
    }
    const files = [{ name: '发票.png', bytes: png }]
    expect((await carrier.ask(uploadInputInvoice, typed, { files })).http).toBe(400)
    expect((await carrier.ask(uploadInputInvoice, { ...typed, gross: fen(9), issuedAt: 1 }, { files })).http).toBe(400)
    expect((await finance.ask(countInputInvoices, { part: 'sums' })).http).toBe(200)
  })

  test('a picture needs typed figures, the house hands in for a carrier, and counters are the rows', async () => {
    const files = [{ name: '发票.png', bytes: png }]
    const bare = await finance.ask(uploadInputInvoice, {}, { files })
    expect([bare.http, JSON.stringify(bare.envelope)]).toEqual([400, expect.stringContaining('不能为空')])
    const { id } = await finance.send(
      uploadInputInvoice,
      {
        invoiceNo: '26118888888888888881',
        sellerName: '河北顺达运输有限公司',
        sellerTaxNo: demoCreditCode('carrier'),
        buyerTaxNo: demoCreditCode('branch1'),
        issuedAt: Date.now(),
        gross: fen(109_000),
        tax: fen(9_000),
      },
      { files },
    )
    const shown = await finance.send(getInputInvoice, { id })
    expect(shown).toMatchObject({ source: 'HAND', moves: ['drop'] })
    const { rows: all } = await finance.send(listInputInvoices, { limit: 100 })
    const { state } = await finance.send(countInputInvoices, {})
    expect(Object.values(state).reduce((sum, n) => sum + n, 0)).toBe(all.length)
  })
})
