// Marks of a sheet before money leaves: fees far from the median of their lane, first payments, deductions, receipts.
import { getSettlement, getSheetMarks } from '@yunshu/contract/settlement/settlement'
import { DAY_MS } from '@yunshu/domain/figures/time'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { q } from '../../db/tx.ts'
import {
  openFunds,
  sheetOf,
  signedWaybill,
  type People,
  type SignedOptions,
} from '../../../../../tests/server/settlementWorld.ts'
import { startTestServer, type Client, type TestServer } from '../../../../../tests/server/testServer.ts'

let server: TestServer
let people: People
let finance: Client
beforeAll(async () => {
  server = await startTestServer()
  finance = await server.login('shipper-finance')
  people = { maker: await server.login('shipper-freight'), finance }
  await openFunds(server)
})
afterAll(() => server.stop())

/** Waybills of a lane nobody else drives, by their fees. */
async function onLane(lane: string, payables: readonly number[], more: SignedOptions = {}): Promise<string[]> {
  const ids = []
  for (const payable of payables) ids.push((await signedWaybill(server, { payable, oil: 0, deducted: 0, ...more })).id)
  await change(sql`update waybills set load_region = ${lane} where id = any(${ids}::uuid[])`)
  return ids
}
const change = (statement: ReturnType<typeof sql>) => server.db(tx => tx.run(statement.compile(q)))
const usual = (count: number): number[] => Array.from({ length: count }, () => 100_000)
const submitted = (ids: string[]) => sheetOf(people, ids, 'submitted')

test('a fee 21 % above the median of its lane is marked once ten waybills tell it, not while nine do', async () => {
  await onLane('610100', usual(7))
  const [dear = '', nearly = ''] = await onLane('610100', [121_000, 120_000])
  const { settlementNum } = await submitted([dear, nearly])
  expect((await finance.send(getSheetMarks, { settlementNum })).lines).toEqual([])
  const [tenth = ''] = await onLane('610100', usual(1))
  const { flags, lines } = await finance.send(getSheetMarks, { settlementNum })
  expect(flags).toContain('unusual')
  expect(lines).toMatchObject([
    { waybillId: dear, freight: 121_000, usual: { median: 100_000, count: 10 }, isDisputed: false },
  ])
  // a waybill signed more than 90 days ago tells nothing any more
  await change(sql`update waybills set signed_at = signed_at - ${91 * DAY_MS}::bigint where id = ${tenth}`)
  expect((await finance.send(getSheetMarks, { settlementNum })).lines).toEqual([])
})

test('a fee by weight is compared by the ton, one for the truck as a whole', async () => {
  const [small = '', dear = ''] = await onLane('610150', [50_000, 70_000])
  await onLane('610150', usual(10))
  await change(sql`update waybills set load_weight_g = load_weight_g / 2, unload_weight_g = unload_weight_g / 2
    where id = any(${[small, dear]}::uuid[])`)
  const { settlementNum } = await submitted([small, dear])
  const marked = async () =>
    (await finance.send(getSheetMarks, { settlementNum })).lines.map(({ waybillId, usual: of }) => [
      waybillId,
      of?.median,
    ])
  expect(await marked(), 'half the load for half the fee is as usual').toEqual([[dear, 50_000]])
  await change(sql`update waybills set pricing = 'PER_TRUCK' where load_region = '610150'`)
  expect(await marked()).toEqual([
    [small, 100_000],
    [dear, 100_000],
  ])
})

test('waybills of another shipper on the same lane tell nothing', async () => {
  await onLane('610200', usual(12), { shipper: 'shipper2', carrier: 'carrier2' })
  const { settlementNum } = await submitted(await onLane('610200', [300_000]))
  expect((await finance.send(getSheetMarks, { settlementNum })).lines).toEqual([])
})

test('a deduction, one in dispute, and a missing receipt are told of their waybills; the rest stays out', async () => {
  const [plain = ''] = await onLane('610300', usual(1))
  const [cut = ''] = await onLane('610300', usual(1), { deducted: 12_000 })
  const [open = ''] = await onLane('610300', usual(1))
  await change(sql`insert into charges (id, waybill_id, side, code, amount_fen, state, created_at)
    select gen_random_uuid(), ${cut}, 'CARRIER', code, fen, 'confirmed', 1
      from (values ('LOSS', -9_500), ('FINE', -2_000), ('ROUND', -500)) c (code, fen)`)
  await change(sql`insert into charges (id, waybill_id, side, code, amount_fen, state, created_at)
    values (gen_random_uuid(), ${plain}, 'CARRIER', 'ROUND', -57, 'confirmed', 1)`)
  const { settlementNum } = await submitted([plain, cut, open])
  await change(sql`update waybills set settle_state = 'frozen', receipt_state = 'waiting',
    body = jsonb_set(body, '{receiptRule,needPhoto}', 'true') where id = ${open}`)
  const { flags, lines } = await finance.send(getSheetMarks, { settlementNum })
  expect(flags).toContain('disputed')
  expect(
    lines.map(({ waybillId, deducted, isDisputed, lacksReceipt }) => [waybillId, deducted, isDisputed, lacksReceipt]),
  ).toEqual([
    // rounding is no deduction anybody looks at
    [cut, 11_500, false, false],
    [open, 0, true, true],
  ])
  // and stands in a line of its own among the parts of the sheet
  const sheet = await finance.send(getSettlement, { settlementNum })
  expect(sheet).toMatchObject({ deducted: 12_000, rounding: 500 })
  // each line says its own part of it
  expect(sheet.lines.find(({ waybillId }) => waybillId === cut)).toMatchObject({ deducted: 12_000, rounding: 500 })
})

test('a first payment is said as one; to somebody paid before another account is a new one', async () => {
  const sheet = await submitted(await onLane('610400', usual(1), { carrier: 'carrier2' }))
  const { settlementNum, id } = sheet
  const flagsNow = async () => (await finance.send(getSheetMarks, { settlementNum })).flags
  expect(await flagsNow()).toEqual(['firstPayment'])
  const pay = (account: string) =>
    change(sql`insert into payments (id, task_no, settlement_id, shipper_id, carrier_id, branch_id, payee,
      account_no, bank, amount_fen, channel, idem_key, state, created_at, updated_at)
      select gen_random_uuid(), 'T' || floor(random() * 1e9), st.id, st.shipper_id, st.carrier_id, st.branch_id,
        '某人', ${account}, '某行', 1, 'SIM', gen_random_uuid()::text, 'success', 1, 1 from settlements st
        where st.id = ${id}`)
  await pay('6222000000000000001')
  expect(await flagsNow()).toEqual(['newAccount'])
  await change(
    sql`update payments set account_no = l.payee->>'account' from settlement_lines l
      where l.settlement_id = payments.settlement_id and l.settlement_id = ${id}`,
  )
  expect(await flagsNow()).toEqual([])
})

test('another company finds nothing, nor does the carrier, who would read what others are paid', async () => {
  const { settlementNum } = await submitted(await onLane('610500', usual(1)))
  for (const account of ['shipper2-finance', 'carrier-finance', 'carrier'])
    expect((await (await server.login(account)).ask(getSheetMarks, { settlementNum })).http, account).toBe(404)
  expect((await people.maker.ask(getSheetMarks, { settlementNum })).http).toBe(200)
})
