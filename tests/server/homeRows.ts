// Rows for tests of home and search, written straight into the tables: goods, a task, waybills and what is asked about
// them, a fleet, a sheet.
import { randomUUID } from 'node:crypto'
import { DAY_MS } from '@yunshu/domain/figures/time'
import { q, type Tx } from '../../apps/server/src/db/tx.ts'
import { demoCompanyId, demoUserId } from '../../apps/server/demo/people.ts'
import { insertParts } from './partRows.ts'

const now = 1_790_000_000_000
const later = 4_000_000_000_000
const stamp = { created_at: now, updated_at: now }
let n = 0

/** The owners of the rows, by demo key. */
export interface Parties {
  shipper: string
  carrier: string
  branch: string
}
const idsOf = ({ shipper, carrier, branch }: Parties) => ({
  shipper_id: demoCompanyId(shipper),
  carrier_id: demoCompanyId(carrier),
  branch_id: demoCompanyId(branch),
})
const places = {
  load_region: '610802',
  unload_region: '130203',
  load_place: '榆林',
  unload_place: '唐山',
  item_names: '煤',
}
const price = {
  pricing: 'PER_TON',
  shipper_unit_price: 1_000_000,
  carrier_unit_price: 950_000,
  quantity_mode: 'BY_TON',
}

/** Goods of a shipper; `state` and `publish_to` as given. */
export async function addGoods(
  tx: Tx,
  parties: Parties,
  goodsNo: string,
  more: { state?: string; publish_to?: string; valid_to?: number } = {},
): Promise<string> {
  const id = randomUUID()
  const { shipper_id, branch_id } = idsOf(parties)
  await tx.run(
    q.insertInto('goods').values({
      id,
      goods_no: goodsNo,
      state: 'published',
      kind: 'NORMAL',
      shipper_id,
      branch_id,
      title: '煤',
      ...places,
      ...price,
      weight_g: 1,
      total_qty: 10,
      remain_qty: 10,
      publish_to: 'PUBLIC',
      take_mode: 'GRAB',
      valid_to: 4_000_000_000_000,
      body: '{}',
      created_by: demoUserId(parties.shipper),
      ...stamp,
      ...more,
    }),
  )
  return id
}

/** A task of a carrier on goods. */
export async function addTask(tx: Tx, parties: Parties, goodsId: string, state: string): Promise<void> {
  await tx.run(
    q.insertInto('tasks').values({
      id: randomUUID(),
      task_no: `RW${++n}`,
      state,
      source: 'GRAB',
      goods_id: goodsId,
      ...idsOf(parties),
      qty: 1,
      remain_qty: 1,
      shipper_by: demoUserId(parties.shipper),
      carrier_by: demoUserId(parties.carrier),
      created_by: demoUserId(parties.carrier),
      ...stamp,
    }),
  )
}

/** A waybill with its vehicle and driver, and its counters as move() would keep them. */
export async function addWaybill(
  tx: Tx,
  parties: Parties,
  goods: { id: string; no: string },
  waybillNo: string,
  plate: string,
  more: { state?: string; receipt_state?: string; settle_state?: string } = {},
): Promise<string> {
  const [id, vehicle, driver] = [randomUUID(), randomUUID(), randomUUID()]
  const { carrier_id, ...others } = idsOf(parties)
  const papers = { paper: 'approved', ...stamp }
  await tx.run(
    q.insertInto('vehicles').values({
      id: vehicle,
      carrier_id,
      plate,
      plate_color: '2',
      type_code: 'H12',
      energy: 'B',
      tonnage_g: 30_000_000,
      gross_g: 49_000_000,
      transport_cert_no: '1',
      transport_cert_expiry: later,
      licence_expiry: later,
      ...papers,
    }),
  )
  await tx.run(
    q.insertInto('drivers').values({
      id: driver,
      carrier_id,
      name: '司机',
      id_no: `id${++n}`,
      mobile: '19900000000',
      licence_class: 'A2',
      licence_expiry: later,
      qualification_no: '1',
      qualification_expiry: later,
      ...papers,
    }),
  )
  const row = { state: 'toLoad', receipt_state: 'none', ...more }
  await tx.run(
    q.insertInto('waybills').values({
      id,
      waybill_no: waybillNo,
      source: 'APPOINT',
      kind: 'NORMAL',
      goods_id: goods.id,
      goods_no: goods.no,
      carrier_id,
      ...others,
      vehicle_id: vehicle,
      driver_id: driver,
      plate,
      plate_color: '2',
      driver_name: '司机',
      driver_mobile: '19900000000',
      ...places,
      ...price,
      qty: 1,
      plan_weight_g: 1,
      body: '{}',
      shipper_by: demoUserId(parties.shipper),
      carrier_by: demoUserId(parties.carrier),
      created_by: demoUserId(parties.carrier),
      ...stamp,
      ...row,
    }),
  )
  await insertParts(tx)
  await tx.run(
    q
      .insertInto('waybill_counts')
      .values(
        [others.shipper_id, carrier_id, others.branch_id, '00000000-0000-0000-0000-000000000000'].map(owner_id => ({
          owner_id,
          state: row.state,
          slot: 0,
          n: 1,
        })),
      )
      .onConflict(c =>
        c.columns(['owner_id', 'state', 'slot']).doUpdateSet(e => ({ n: e('waybill_counts.n', '+', 1) })),
      ),
  )
  return id
}

/**
 * Fleet records a carrier has to mend or renew, and the house to verify: a vehicle and a driver of each standing,
 * payees with an authorisation that waits.
 */
export async function addFleet(tx: Tx, { carrier }: Parties): Promise<void> {
  const carrier_id = demoCompanyId(carrier)
  const soon = Date.now() + 10 * DAY_MS
  for (const [paper, expiry] of [
    ['pending', later],
    ['rejected', later],
    ['approved', soon],
    ['approved', now],
  ] as const) {
    await tx.run(
      q.insertInto('vehicles').values({
        id: randomUUID(),
        carrier_id,
        plate: `豫A${++n}`,
        plate_color: '2',
        type_code: 'H12',
        energy: 'B',
        tonnage_g: 30_000_000,
        gross_g: 49_000_000,
        transport_cert_no: '1',
        transport_cert_expiry: expiry,
        licence_expiry: later,
        paper,
        ...stamp,
      }),
    )
    await tx.run(
      q.insertInto('drivers').values({
        id: randomUUID(),
        carrier_id,
        name: '司机',
        id_no: `id${++n}`,
        mobile: '19900000000',
        licence_class: 'A2',
        licence_expiry: later,
        qualification_no: '1',
        qualification_expiry: expiry,
        paper,
        ...stamp,
      }),
    )
  }
  // records out of use wait for nobody
  await tx.run(
    q.insertInto('vehicles').values({
      id: randomUUID(),
      carrier_id,
      plate: `豫A${++n}`,
      plate_color: '2',
      type_code: 'H12',
      energy: 'B',
      tonnage_g: 1,
      gross_g: 1,
      transport_cert_no: '1',
      licence_expiry: now,
      paper: 'pending',
      retired_at: now,
      ...stamp,
    }),
  )
  const driver_id = randomUUID()
  await tx.run(
    q.insertInto('drivers').values({
      id: driver_id,
      carrier_id,
      name: '司机',
      id_no: `id${++n}`,
      mobile: '19900000000',
      licence_class: 'A2',
      licence_expiry: later,
      qualification_no: '1',
      paper: 'approved',
      ...stamp,
    }),
  )
  for (const paper of ['pending', 'rejected', 'approved']) {
    const id = randomUUID()
    await tx.run(
      q.insertInto('payees').values({
        id,
        carrier_id,
        kind: 'PERSON',
        name: '收款人',
        id_no: '1',
        mobile: '19900000000',
        bank: '银行',
        account_no: `${++n}`,
        paper,
        created_by: demoUserId(carrier),
        ...stamp,
      }),
    )
    if (paper === 'approved')
      await tx.run(
        q.insertInto('payee_auths').values({
          id: randomUUID(),
          payee_id: id,
          driver_id,
          carrier_id,
          state: 'pending',
          valid_from: 1,
          valid_to: later,
          created_by: demoUserId(carrier),
          ...stamp,
        }),
      )
  }
}

/**
 * Adds open questions about a waybill and its goods: claims between each two sides, a change of vehicle, a change of
 * the goods.
 */
export async function addQuestions(tx: Tx, parties: Parties, waybillId: string, goodsId: string): Promise<void> {
  const by = { created_by: demoUserId(parties.carrier), created_name: '某人', ...stamp }
  for (const [side, asked_by] of [
    ['CARRIER', 'shipper'],
    ['CARRIER', 'carrier'],
    ['SHIPPER', 'shipper'],
  ] as const)
    await tx.run(
      q.insertInto('waybill_claims').values({
        id: randomUUID(),
        waybill_id: waybillId,
        side,
        code: 'WAIT',
        amount_fen: 100,
        reason: '压车',
        state: 'proposed',
        asked_by,
        ...by,
      }),
    )
  const waybill = await tx.one(q.selectFrom('waybills').select(['vehicle_id', 'driver_id']).where('id', '=', waybillId))
  await tx.run(
    q.insertInto('waybill_swaps').values({
      id: randomUUID(),
      waybill_id: waybillId,
      state: 'proposed',
      ...waybill,
      plate: '豫A1',
      driver_name: '司机',
      reason: '故障',
      ...by,
    }),
  )
  const { carrier_id, ...owner } = idsOf(parties)
  const change_id = randomUUID()
  await tx.run(
    q.insertInto('goods_changes').values({
      id: change_id,
      goods_id: goodsId,
      ...owner,
      state: 'pending',
      reason: '改价',
      diff: '[]',
      body: '{}',
      applies_to_open: false,
      ...by,
    }),
  )
  await tx.run(q.insertInto('goods_consents').values({ change_id, carrier_id, ...owner }))
}

/** A settlement sheet; `payment` adds a payment in that state. */
export async function addSettlement(
  tx: Tx,
  parties: Parties,
  settlementNum: string,
  state: string,
  payment?: string,
): Promise<void> {
  const id = randomUUID()
  await tx.run(
    q.insertInto('settlements').values({
      id,
      settlement_num: settlementNum,
      state,
      ...idsOf(parties),
      period: '202611',
      line_count: 1,
      payable_fen: 100,
      oil_fen: 0,
      deducted_fen: 0,
      due_fen: 100,
      maker_id: demoUserId(parties.shipper),
      maker_name: '制单',
      ...stamp,
    }),
  )
  if (payment)
    await tx.run(
      q.insertInto('payments').values({
        id: randomUUID(),
        task_no: `ZF${++n}`,
        settlement_id: id,
        ...idsOf(parties),
        payee: '收款',
        account_no: '1',
        bank: '行',
        amount_fen: 100,
        channel: 'SIM',
        idem_key: randomUUID(),
        state: payment,
        ...stamp,
      }),
    )
}
