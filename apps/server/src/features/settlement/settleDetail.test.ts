// Settlement details: each payable part once, under the tab its sheet and payment say; counts are rows, sums are theirs, a
// carrier sees its own, and its statement says what is unpaid.
import type { Input } from '@yunshu/contract/call'
import { makeFailureSettlement } from '@yunshu/contract/settlement/failure'
import {
  approveSettlement,
  getSettlement,
  paySettlement,
  submitSettlement,
} from '@yunshu/contract/settlement/settlement'
import {
  countSettleDetails,
  getSettleStatement,
  listSettleDetails,
  type SettleDetailRow,
} from '@yunshu/contract/settlement/settleDetail'
import { detailTabs } from '@yunshu/domain/settlement/settleDetail'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoCompanyId } from '../../../demo/people.ts'
import { actorOfSide } from '../../../../../tests/server/actorOfSide.ts'
import { addColleague } from '../../../../../tests/server/colleagues.ts'
import { payeeOf } from '../../../../../tests/server/payeeWorld.ts'
import { sheetOf, sheetWhen, signedWaybill, type People } from '../../../../../tests/server/settlementWorld.ts'
import { startTestServer, type Client, type TestServer } from '../../../../../tests/server/testServer.ts'
import { q } from '../../db/tx.ts'
import { ownParts, settleDetailRows } from './settleDetail.queries.ts'

let server: TestServer
let people: People
let carrier: Client
/** Numbers of the waybills at each stage. */
const at: Record<string, string> = {}
const day = 86_400_000

beforeAll(async () => {
  server = await startTestServer()
  people = { maker: await server.login('shipper-freight'), finance: await server.login('shipper-finance') }
  carrier = await server.login('carrier-finance')
  const make = (payable: number, more = {}) =>
    signedWaybill(server, { payable, deducted: 0, oil: 0, dueAt: Date.now() - 3 * day, ...more })
  const ready = await make(10_000)
  const draft = await make(20_000)
  const submitted = await make(30_000)
  const good = await make(40_000)
  const bad = await make(50_000)
  const debt = await make(1_000, { deducted: 3_000 })
  const other = await make(60_000, { carrier: 'carrier2' })
  await sheetOf(people, [draft.id], 'draft')
  await sheetOf(people, [submitted.id], 'submitted')
  await payeeOf(server, [bad.id], { name: '赵建军', accountNo: '622200009002' })
  const { settlementNum, version, due: expectDue } = await sheetOf(people, [good.id, bad.id], 'approved')
  await people.finance.send(paySettlement, { settlementNum, version, expectDue, channel: 'SIM' })
  await sheetWhen(people.finance, settlementNum, ({ state }) => state === 'partial')
  const named = { ready, draft, submitted, good, bad, debt, other }
  for (const [name, { waybillNo }] of Object.entries(named)) at[name] = waybillNo
  at['sheet'] = settlementNum
})
afterAll(async () => {
  await server.stop()
})

const listed = async (client: Client, input: Input<typeof listSettleDetails> = {}): Promise<SettleDetailRow[]> =>
  (await client.send(listSettleDetails, { limit: 100, ...input })).rows
const stageOf = (rows: readonly SettleDetailRow[], name: string) =>
  rows.find(({ waybillNo }) => waybillNo === at[name])?.stage

/** An invoice of its carrier that bears so much of the freight of a waybill. */
const bindInvoice = (waybillNo: string, fen: number) =>
  server.db(tx =>
    tx.run(
      sql`with made as (insert into input_invoices (id, state, source, invoice_no, seller_name, seller_tax_no, buyer_name, buyer_tax_no,
          issued_at, gross_fen, tax_fen, bound_fen, branch_id, carrier_id, maker_id, maker_name, created_at, updated_at)
        select gen_random_uuid(), 'uploaded', 'HAND', '2613200000009' || lpad(${fen}::text, 7, '0'), '承运', 'S', '分公司', 'B', 1, ${fen} + 1, 0, ${fen},
          w.branch_id, w.carrier_id, u.id, '某人', 1, 1 from waybills w, (select id from users limit 1) u where w.waybill_no = ${waybillNo}
        returning id, branch_id, carrier_id, maker_id)
      insert into input_bindings (id, input_id, waybill_id, carrier_id, branch_id, bound_fen, tax_fen, by_id, by_name, created_at)
        select gen_random_uuid(), m.id, w.id, m.carrier_id, m.branch_id, ${fen}, 0, m.maker_id, '某人', 1
        from made m, waybills w where w.waybill_no = ${waybillNo}`.compile(q),
    ),
  )

describe('[RT-17] settlement details', () => {
  test('[RT-17] every part stands once, at the stage its sheet and payment say', async () => {
    const rows = await listed(people.finance)
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
    const stages = Object.fromEntries(Object.keys(at).map(name => [name, stageOf(rows, name)]))
    expect(stages).toMatchObject({
      ready: 'ready',
      draft: 'onSheet',
      submitted: 'submitted',
      good: 'paid',
      bad: 'failed',
      other: 'ready',
    })
    expect(rows.find(({ waybillNo }) => waybillNo === at['bad'])).toMatchObject({
      settlementNum: at['sheet'],
      payee: '赵建军',
      pay: 50_000,
    })
    expect(rows.find(({ waybillNo }) => waybillNo === at['bad'])?.reason).toBeTruthy()
    const good = rows.find(({ waybillNo }) => waybillNo === at['good'])
    expect([good?.bankSerial, good?.paidAt].every(Boolean)).toBe(true)
    expect(rows.find(({ waybillNo }) => waybillNo === at['debt'])?.due).toBe(-2_000)
    // the parts of a waybill are numbered through
    const cash = rows.filter(({ part }) => part !== 'fee')
    for (const { waybillId } of cash) {
      const parts = cash.filter(row => row.waybillId === waybillId)
      expect(parts.map(({ nth }) => nth?.n ?? 0).toSorted((a, b) => a - b)).toEqual(parts.map((_, n) => n + 1))
      expect(new Set(parts.map(({ nth }) => nth?.of))).toEqual(new Set([parts.length]))
    }
  })

  test('[RT-17] the tabs part the rows, counters are rows, and sums are those of the rows under every filter', async () => {
    const tabs = Object.keys(detailTabs) as (keyof typeof detailTabs)[]
    const filters: Input<typeof countSettleDetails>[] = [
      {},
      { stage: 'ready' },
      { partKind: 'debt' },
      { overdue: true },
      { overdue: false },
      { lacksInvoice: true },
      { lacksInvoice: false },
      { carrierId: demoCompanyId('carrier2') },
      { numbers: [at['sheet'] ?? ''] },
      { text: '赵建军' },
      { from: Date.now() + day },
      { dueTo: Date.now() },
    ]
    const sizes: number[] = []
    const platform = await server.login('platform-finance')
    for (const filter of filters) {
      // invoices of carriers are the house's to ask about
      const reader = filter.lacksInvoice === undefined ? people.finance : platform
      const all = await listed(reader, filter)
      sizes.push(all.length)
      const { state } = await reader.send(countSettleDetails, { ...filter, part: 'counts' })
      expect(state['all']).toBe(all.length)
      const ids: string[] = []
      for (const tab of tabs) {
        const rows = await listed(reader, { ...filter, state: tab })
        expect([tab, state[tab]]).toEqual([tab, rows.length])
        ids.push(...rows.map(({ id }) => id))
      }
      expect(ids.toSorted()).toEqual(all.map(({ id }) => id).toSorted())
      const sum = (read: (row: SettleDetailRow) => number | undefined) =>
        all.reduce((total, row) => total + (read(row) ?? 0), 0)
      const { summed, sums } = await reader.send(countSettleDetails, { ...filter, part: 'sums' })
      expect(summed).toBe(all.length)
      expect(sums).toEqual({
        freight: sum(row => row.freight),
        issued: sum(row => row.issued),
        deducted: sum(row => row.deducted),
        penalty: sum(row => row.penalty),
        due: sum(row => row.due),
        setOff: sum(row => row.setOff),
        pay: sum(row => row.pay),
      })
    }
    expect(sizes.slice(8)).toEqual([2, 1, 0, sizes[11]])
    const first = await people.finance.send(listSettleDetails, { limit: 2 })
    const second = await people.finance.send(listSettleDetails, { limit: 2, cursor: first.next ?? '' })
    expect([...first.rows, ...second.rows]).toEqual((await listed(people.finance)).slice(0, 4))
  })

  test('[RT-17] 未开票: parts of waybills whose freight no invoice of the carrier bears whole; shippers are not told', async () => {
    const platform = await server.login('platform-finance')
    const numbers = [at['good'] ?? '']
    for (const client of [platform, carrier]) {
      expect(await listed(client, { lacksInvoice: true, numbers })).toHaveLength(1)
      expect(await listed(client, { lacksInvoice: false, numbers })).toEqual([])
    }
    // an invoice that bears less than its freight leaves it open, one that bears the rest does not
    await bindInvoice(at['good'] ?? '', 39_999)
    expect(await listed(carrier, { lacksInvoice: true, numbers })).toHaveLength(1)
    await bindInvoice(at['good'] ?? '', 1)
    for (const client of [platform, carrier]) {
      expect(await listed(client, { lacksInvoice: true, numbers })).toEqual([])
      expect(await listed(client, { lacksInvoice: false, numbers })).toHaveLength(1)
    }
    for (const lacksInvoice of [true, false]) expect(await listed(people.finance, { lacksInvoice })).toEqual([])
    // fees have no invoice to wait for
    const { state } = await carrier.send(countSettleDetails, { lacksInvoice: true })
    expect(state['fee']).toBe(0)
  })

  test('[RT-17] a deduction says why: each line of the signature and the claim of an adjustment', async () => {
    const [row] = await listed(people.finance, { numbers: [at['debt'] ?? ''] })
    expect(row?.reasons).toEqual([])
    await server.db(tx =>
      tx.run(
        sql`insert into charges (id, waybill_id, side, code, amount_fen, state, remark, created_at)
        select gen_random_uuid(), id, x.side, x.code, x.fen, 'confirmed', x.remark, 1 from waybills,
          (values ('CARRIER', 'LOSS', -2900, '亏损 10 公斤'), ('CARRIER', 'ROUND', -100, null), ('SHIPPER', 'LOSS', -5, '不给承运商看'))
            as x (side, code, fen, remark) where waybill_no = ${at['debt'] ?? ''}`.compile(q),
      ),
    )
    const reasons = [
      { label: '亏吨扣款', amount: -2_900, reason: '亏损 10 公斤' },
      { label: '抹零', amount: -100 },
    ]
    for (const client of [people.finance, carrier])
      expect((await listed(client, { numbers: [at['debt'] ?? ''] })).map(each => each.reasons)).toEqual([reasons])
  })

  test('[RT-17] a carrier sees its own, another shipper and another branch none, and no permit is refused', async () => {
    const theirs = await listed(carrier)
    expect(theirs.length).toBeGreaterThan(0)
    expect(new Set(theirs.map(({ carrierId }) => carrierId))).toEqual(new Set([demoCompanyId('carrier')]))
    expect(JSON.stringify(theirs)).not.toContain(at['other'])
    expect(await listed(carrier, { numbers: [at['other'] ?? ''] })).toEqual([])
    for (const stranger of ['shipper2', 'branch2']) expect(await listed(await server.login(stranger))).toEqual([])
    const { client: dispatcher } = await addColleague(server, {
      account: 'carrier-dispatch',
      company: 'carrier',
      permits: ['waybill.view'],
      dataScope: 'COMPANY',
    })
    expect((await dispatcher.ask(listSettleDetails, {})).http).toBe(403)
    expect((await dispatcher.ask(getSettleStatement, { from: 0, to: Date.now() })).http).toBe(403)
  })

  test('[RT-17] a carrier’s statement says its lines, sums and what is unpaid; bad stretches are refused', async () => {
    const stretch = { from: Date.now() - day, to: Date.now() + day }
    const own = await carrier.send(getSettleStatement, stretch)
    expect(own.rows.map(({ id }) => id).toSorted()).toEqual((await listed(carrier)).map(({ id }) => id).toSorted())
    expect(own.unpaid).toBe(own.sums.due - 40_000)
    expect(own.unpaidInWords).toContain('人民币')
    const asked = await people.finance.send(getSettleStatement, { ...stretch, carrierId: demoCompanyId('carrier2') })
    expect(asked.rows.map(({ waybillNo }) => waybillNo)).toEqual([at['other']])
    const missing = await people.finance.ask(getSettleStatement, stretch)
    expect([missing.http, missing.envelope.message]).toEqual([400, expect.stringContaining('承运商')])
    const turned = await carrier.ask(getSettleStatement, { from: stretch.to, to: stretch.from })
    expect([turned.http, turned.envelope.message]).toEqual([400, expect.stringContaining('结束时间')])
    // another carrier's statement holds nothing of it
    const foreign = await carrier.send(getSettleStatement, { ...stretch, carrierId: demoCompanyId('carrier2') })
    expect(foreign.rows).toEqual([])
  })

  test('[RT-17] a part paid again by a child sheet stands once, with the child, and is paid in the end', async () => {
    const numbers = [at['bad'] ?? '']
    await server.db(tx =>
      tx.run(q.updateTable('payees').set({ account_no: '622200007777' }).where('name', '=', '赵建军')),
    )
    const parent = await people.finance.send(getSettlement, { settlementNum: at['sheet'] ?? '' })
    const made = await people.maker.send(makeFailureSettlement, {
      settlementNum: parent.settlementNum,
      version: parent.version,
    })
    const { settlementNum } = made
    expect(await listed(people.finance, { numbers })).toMatchObject([
      { stage: 'onSheet', settlementNum, pSettlementNum: parent.settlementNum },
    ])
    await people.maker.send(submitSettlement, { settlementNum, version: made.version })
    const submitted = await people.finance.send(getSettlement, { settlementNum })
    await people.finance.send(approveSettlement, {
      settlementNum,
      version: submitted.version,
      expectDue: submitted.due,
    })
    const { version, due: expectDue } = await people.finance.send(getSettlement, { settlementNum })
    await people.finance.send(paySettlement, { settlementNum, version, expectDue, channel: 'SIM' })
    await sheetWhen(people.finance, settlementNum, ({ state }) => state === 'paid')
    expect(await listed(people.finance, { numbers, state: 'paid' })).toMatchObject([{ stage: 'paid', settlementNum }])
  })

  test('[RT-17] the list is read by an index, for every side', async () => {
    const found: string[] = []
    for (const [side, index] of [
      ['platform', 'waybill_parts_pkey'],
      ['branch', 'waybill_parts_details_branch'],
      ['shipper', 'waybill_parts_details_shipper'],
      ['carrier', 'waybill_parts_details_carrier'],
    ] as const) {
      const actor = actorOfSide(side)
      const { userId, companyId, branchId } = actor
      const { sql: text, parameters } = settleDetailRows(ownParts(actor), 51)
      const reach = side === 'platform' || side === 'branch' ? side : 'company'
      const plan = await server.db(
        async tx => {
          for (const setting of ['sort', 'seqscan', 'bitmapscan', 'hashjoin', 'mergejoin'])
            await tx.run(sql`${sql.raw(`set local enable_${setting} = off`)}`.compile(q))
          return tx.rows<{ 'QUERY PLAN': string }>({
            ...sql<{ 'QUERY PLAN': string }>`select 1`.compile(q),
            sql: `explain ${text}`,
            parameters,
          })
        },
        { reach, userId, companyId, branchId },
      )
      const lines = plan.map(line => line['QUERY PLAN'])
      found.push(lines.some(line => line.includes(`using ${index} on waybill_parts`)) ? index : lines.join('\n'))
    }
    expect(found).toEqual([
      'waybill_parts_pkey',
      'waybill_parts_details_branch',
      'waybill_parts_details_shipper',
      'waybill_parts_details_carrier',
    ])
  })
})
