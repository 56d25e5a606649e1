// The ground of tests about money: signed waybills already in the books, payee accounts, and the sums of the books.
import { randomInt } from 'node:crypto'
import {
  approveSettlement,
  askVoid,
  confirmVoid,
  getSettlement,
  makeSettlement,
  type SettlementDetail,
  submitSettlement,
} from '@yunshu/contract/settlement/settlement'
import { fen, type Fen } from '@yunshu/domain/figures/money'
import { ownAccounts } from '@yunshu/domain/voucher/chart'
import { buyFuel, fundChannel } from '@yunshu/domain/voucher/postings'
import { withClient } from '@yunshu/postgres/withClient'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { nilId, q, type Tx } from '../../apps/server/src/db/tx.ts'
import { demoCompanyId, demoUserId } from '../../apps/server/demo/people.ts'
import { asSystem } from '../../apps/server/src/work/system.ts'
import { keepBoughtFuel } from './boughtFuel.ts'
import type { Client, TestServer } from './testServer.ts'
import { keyOf } from '../../apps/server/src/db/keyOf.ts'
import { bookEntries } from '../../apps/server/src/features/voucher/ledger.commands.ts'
import { subledgerFaults, subledgers } from '../../apps/server/src/features/voucher/subledgers.queries.ts'
import { postSigned } from '../../apps/server/src/features/voucher/books.commands.ts'
import { insertParts } from './partRows.ts'
import { until } from './until.ts'

export interface SignedOptions {
  shipper?: string
  carrier?: string
  branch?: string
  state?: string
  shipperFreight?: number
  /** Compensation that lowered it. */
  compensated?: number
  payable?: number
  deducted?: number
  /** The share of `deducted` that is penalties. */
  penalty?: number
  oil?: number
  dueAt?: number
  needPhoto?: boolean
  receiptState?: string
  posted?: boolean
}
export interface Signed {
  id: string
  waybillNo: string
}

/** The promise of each branch's opening funds, by server. */
const opened = new WeakMap<TestServer, Map<string, Promise<void>>>()

/**
 * Gives a branch money on its channel account (E18) and fuel in stock (E6a), in fen, once per server: enough for any
 * test unless told. `balances` leaves them out.
 */
export async function openFunds(
  server: TestServer,
  branch = 'branch1',
  { channel = 1_000_000_000, fuel = 1_000_000_000 }: { channel?: number; fuel?: number } = {},
): Promise<void> {
  const ofServer = opened.get(server) ?? new Map<string, Promise<void>>()
  opened.set(server, ofServer)
  const opening =
    ofServer.get(branch) ??
    asSystem(server.server.deps, async ctx => {
      const source = { type: 'fund', id: v7() } as const
      const voucher = { kind: 'OTHER', counterparty: '期初' } as const
      const branchId = demoCompanyId(branch)
      bookEntries(ctx, branchId, [
        { source, event: 'E18', summary: '期初', lines: fundChannel({ amount: fen(channel) }), voucher },
        { source, event: 'E6a', summary: '期初', lines: buyFuel({ amount: fen(fuel) }), voucher },
      ])
      await keepBoughtFuel(ctx, { id: source.id, branchId, amount: fuel })
    })
  ofServer.set(branch, opening)
  await opening
}

/**
 * A signed waybill with its goods, vehicle and driver; its revenue and tentative cost are in the books unless `posted`
 * is false.
 */
export async function signedWaybill(server: TestServer, options: SignedOptions = {}): Promise<Signed> {
  const {
    shipper = 'shipper',
    carrier = 'carrier',
    branch = 'branch1',
    state = 'signed',
    shipperFreight = 1_000_000,
    compensated = 0,
    payable = 950_000,
    deducted = 12_000,
    penalty = 0,
    oil = 300_000,
    needPhoto = false,
    receiptState = 'none',
    posted = true,
  } = options
  const waybill = {
    id: v7(),
    waybillNo: `YDT${String(randomInt(1e12)).padStart(12, '0')}`,
    shipperId: demoCompanyId(shipper),
    carrierId: demoCompanyId(carrier),
    branchId: demoCompanyId(branch),
    shipperFreight: fen(shipperFreight),
    compensated: fen(compensated),
    carrierFreight: fen(payable),
  }
  await openFunds(server, branch)
  await asSystem(server.server.deps, async ctx => {
    await insertWaybill(ctx.tx, waybill, {
      state,
      compensated,
      payable,
      deducted,
      penalty,
      oil,
      needPhoto,
      receiptState,
      dueAt: options.dueAt ?? ctx.now + 15 * 86_400_000,
      now: ctx.now,
      userId: demoUserId(shipper),
    })
    if (posted) await postSigned(ctx, { ...waybill, signedAt: ctx.now })
  })
  return { id: waybill.id, waybillNo: waybill.waybillNo }
}

async function insertWaybill(
  tx: Tx,
  w: Signed & Record<'shipperId' | 'carrierId' | 'branchId', string> & { shipperFreight: Fen },
  o: Required<Omit<SignedOptions, 'shipper' | 'carrier' | 'branch' | 'shipperFreight' | 'posted'>> & {
    now: number
    userId: string
  },
): Promise<void> {
  const stamp = { created_at: o.now, updated_at: o.now }
  const far = o.now + 365 * 86_400_000
  // tens of thousands of a bench would meet in nine digits
  const n = String(randomInt(1e14)).padStart(14, '0')
  const vehicle = { id: v7(), carrier_id: w.carrierId, plate: `川T${n}`, plate_color: '2' }
  const driver = { id: v7(), carrier_id: w.carrierId, name: '王长顺' }
  await tx.run(
    q.insertInto('vehicles').values({
      ...vehicle,
      type_code: 'Q11',
      energy: 'B',
      tonnage_g: 33_000_000,
      gross_g: 49_000_000,
      transport_cert_no: n,
      transport_cert_expiry: far,
      licence_expiry: far,
      paper: 'approved',
      ...stamp,
    }),
  )
  await tx.run(
    q.insertInto('drivers').values({
      ...driver,
      id_no: `T${n}${w.id}`,
      mobile: '19900000001',
      licence_class: 'A2',
      licence_expiry: far,
      qualification_no: n,
      qualification_expiry: far,
      paper: 'approved',
      ...stamp,
    }),
  )
  const goods = { id: v7(), goods_no: `HYT${n}` }
  const body = JSON.stringify({
    receiptRule: { needPhoto: o.needPhoto, needOriginal: false, copies: 1, returnDays: 7 },
  })
  const place = {
    load_region: '610802',
    unload_region: '130203',
    load_place: '榆林煤矿',
    unload_place: '唐山钢厂',
    item_names: '动力煤',
    quantity_mode: 'BY_TON',
    pricing: 'PER_TON',
    shipper_unit_price: 3_086_420,
    carrier_unit_price: 2_932_100,
  }
  await tx.run(
    q.insertInto('goods').values({
      ...goods,
      ...place,
      state: 'full',
      kind: 'NORMAL',
      shipper_id: w.shipperId,
      branch_id: w.branchId,
      title: '动力煤',
      weight_g: 32_400_000,
      total_qty: 32_400_000,
      remain_qty: 0,
      publish_to: 'RELATED',
      take_mode: 'GRAB',
      valid_to: far,
      body,
      created_by: o.userId,
      ...stamp,
    }),
  )
  await tx.run(
    q.insertInto('waybills').values({
      ...place,
      id: w.id,
      waybill_no: w.waybillNo,
      state: o.state,
      source: 'APPOINT',
      kind: 'NORMAL',
      goods_id: goods.id,
      goods_no: goods.goods_no,
      shipper_id: w.shipperId,
      branch_id: w.branchId,
      carrier_id: w.carrierId,
      vehicle_id: vehicle.id,
      driver_id: driver.id,
      plate: vehicle.plate,
      plate_color: vehicle.plate_color,
      driver_name: driver.name,
      driver_mobile: '19900000001',
      qty: 32_400_000,
      plan_weight_g: 32_400_000,
      load_weight_g: 32_400_000,
      unload_weight_g: 32_250_000,
      loss_g: 150_000,
      shipper_freight_fen: w.shipperFreight,
      compensated_fen: o.compensated,
      payable_fen: o.payable,
      oil_fen: o.oil,
      deducted_fen: o.deducted,
      penalty_fen: o.penalty,
      receipt_state: o.receiptState,
      body,
      signed_at: o.state === 'signed' ? o.now : null,
      due_at: o.dueAt,
      shipper_by: o.userId,
      carrier_by: o.userId,
      created_by: o.userId,
      ...stamp,
    }),
  )
  await insertParts(tx, w.id)
}

/** The people of a settlement: who makes and submits, who approves and pays. */
export interface People {
  maker: Client
  finance: Client
}

/** A sheet of these waybills, brought as far as asked. */
export async function sheetOf(
  { maker, finance }: People,
  waybillIds: string[],
  until: 'draft' | 'submitted' | 'approved',
): Promise<SettlementDetail> {
  const { settlementNum, version } = await maker.send(makeSettlement, { waybillIds })
  if (until !== 'draft') await maker.send(submitSettlement, { settlementNum, version })
  const sheet = await maker.send(getSettlement, { settlementNum })
  if (until === 'approved')
    await finance.send(approveSettlement, { settlementNum, version: sheet.version, expectDue: sheet.due })
  return maker.send(getSettlement, { settlementNum })
}

/** Voids an approved sheet: one asks, the other confirms. */
export async function voidApproved(
  { maker, finance }: People,
  { settlementNum, version }: { settlementNum: string; version: number },
): Promise<void> {
  const asked = await maker.send(askVoid, { settlementNum, version, reason: '重做' })
  await finance.send(confirmVoid, { settlementNum, version: asked.version })
}

/** The sheet once `isThere` holds; throws when it does not within fifteen seconds. */
export async function sheetWhen(
  client: Client,
  settlementNum: string,
  isThere: (sheet: SettlementDetail) => boolean,
): Promise<SettlementDetail> {
  let sheet = await client.send(getSettlement, { settlementNum })
  await until(async () => isThere((sheet = await client.send(getSettlement, { settlementNum }))), settlementNum)
  return sheet
}

/** Lines of people's message centres that speak of a sheet, once `count` of them are there. */
export async function messagesAbout(
  server: TestServer,
  settlementNum: string,
  count: number,
): Promise<{ account: string; title: string; path: string | null }[]> {
  for (let tries = 0; ; tries++) {
    const found = await server.db(tx =>
      tx.rows(
        q
          .selectFrom('messages as m')
          .innerJoin('users as u', 'u.id', 'm.user_id')
          .select(['u.account', 'm.title', 'm.path'])
          .where('m.content', 'like', `%${settlementNum}%`)
          .orderBy('m.id'),
      ),
    )
    if (found.length >= count || tries > 100) return found
    await new Promise(resolve => {
      setTimeout(resolve, 50)
    })
  }
}

/** Makes this the account a company is paid to; its last four digits decide what the simulated bank does. */
export async function payTo(server: TestServer, company: string, accountNo: string): Promise<void> {
  await server.db(tx =>
    tx.run(
      q.updateTable('company_accounts').set({ account_no: accountNo }).where('company_id', '=', demoCompanyId(company)),
    ),
  )
}

/** Balance of every account (debit minus credit) over all lines but those of `openFunds`, accounts at 0 left out. */
export async function balances(server: TestServer): Promise<Record<string, number>> {
  const rows = await server.db(tx =>
    tx.rows(
      q
        .selectFrom('journal_lines as l')
        .innerJoin('journal_entries as e', 'e.id', 'l.entry_id')
        .select(['l.account', 'l.debit_fen', 'l.credit_fen'])
        .where('e.source_type', '<>', 'fund'),
    ),
  )
  const all: Record<string, number> = {}
  for (const row of rows) all[row.account] = (all[row.account] ?? 0) + row.debit_fen - row.credit_fen
  return Object.fromEntries(Object.entries(all).filter(([, balance]) => balance !== 0))
}

/** Lets the books of a branch take nothing, as a fault of theirs would, until the answer is called. */
export async function closeBooks(server: TestServer, branchId: string): Promise<() => Promise<void>> {
  const asOwner = (text: string) => withClient(server.ownerUrl, client => client.query(text))
  await asOwner(`alter table journal_entries add constraint no_entries check (branch_id <> '${branchId}') not valid`)
  return async () => void (await asOwner('alter table journal_entries drop constraint no_entries'))
}

/** Differences between what shippers owe item by item and the books. */
const faultsOfItems = `
    union all select 'an item and what paid it ' || i.waybill_no from ar_items i
      where i.open_fen <> case when i.cancelled_at is null then i.amount_fen else 0 end
        - coalesce((select sum(m.amount_fen) from ar_matches m where m.waybill_id = i.waybill_id and m.reversed_by is null), 0)
    union all select 'arrears beside prepaid money ' || concat_ws(' ', i.branch_id, i.shipper_id) from ar_items i
      where i.open_fen > 0 and (select sum(b.credit_fen - b.debit_fen) from account_balances b where b.account = '2205.01' and b.branch_id = i.branch_id and b.party_id = i.shipper_id) > 0`

/**
 * Faults of the books, none ever: balances of months and days that differ from the lines they stand for, entries
 * without a voucher or with another amount, or that a company with a line in it does not see, red that differs from what
 * it takes back, gaps in voucher numbers; and arrears of shippers, but where `isMadeUp`: entries of no event have none.
 */
export async function drift(server: Pick<TestServer, 'db'>, { isMadeUp = false } = {}): Promise<string[]> {
  const kept = (table: string, when: string) => `
    select '${table} ' || concat_ws(' ', branch_id, account, party_id, ${when}) from (
      select branch_id, account, ${table === 'account_days' ? 'party_id' : `coalesce(party_id, '${nilId}') as party_id`}, ${when}, debit_fen, credit_fen from journal_lines
        ${table === 'account_days' ? `where party_id is not null union all select branch_id, account, '${nilId}', ${when}, debit_fen, credit_fen from journal_lines` : ''}
      union all select branch_id, account, party_id, ${when}, -debit_fen, -credit_fen from ${table}) as x
    group by branch_id, account, party_id, ${when} having sum(debit_fen) <> 0 or sum(credit_fen) <> 0`
  const faults = `${kept('account_balances', 'period')} union all ${kept('account_days', 'day')}
    union all select 'entry without its voucher ' || e.entry_no from journal_entries e left join vouchers v on v.entry_id = e.id
      where v.id is null or v.amount_fen <> (select sum(l.debit_fen) from journal_lines l where l.entry_id = e.id)
    union all select 'voucher without its entry ' || voucher_no from vouchers where entry_id is null and state not in ('draft', 'audited', 'void')
    union all select 'red of another amount ' || l.entry_id from journal_lines l join journal_lines o on o.entry_id = l.reverses_entry and o.n = l.reverses_n
      where (o.account, o.party_id, o.debit_fen, o.credit_fen) is distinct from (l.account, l.party_id, -l.debit_fen, -l.credit_fen)
    union all select 'voucher that does not know what is taken back ' || v.voucher_no from vouchers v
      where v.reversed_fen <> (select coalesce(-sum(r.debit_fen), 0) from journal_lines r where r.reverses_entry = v.entry_id)
        or (v.state = 'reversed') <> (v.reversed_fen = v.amount_fen) or (v.state = 'partly') <> (v.reversed_fen not in (0, v.amount_fen))
    union all select 'line whose party does not see its entry ' || e.entry_no from journal_lines l join journal_entries e on e.id = l.entry_id
      where l.account = any ('{${Object.values(ownAccounts).flat().join()}}') and l.party_id is distinct from e.shipper_id and l.party_id is distinct from e.carrier_id
    union all select 'tax that waits ' || waybill_id from (
      select waybill_id, branch_id, credit_fen - debit_fen as tax from journal_lines where account = '2221.07' and waybill_id is not null
      union all select waybill_id, branch_id, -tax_fen from waiting_tax) x group by waybill_id, branch_id having sum(tax) <> 0
    union all select 'voucher numbers of ' || n.branch_id from voucher_numbers n
      where n.last <> (select count(*) from vouchers v where v.branch_id = n.branch_id and v.period = n.period and v.entry_id is not null)
    ${isMadeUp ? '' : faultsOfItems}`
  const rows = await server.db(tx =>
    tx.rows<{ fault: string }>(sql<{ fault: string }>`${sql.raw(`select * from (${faults}) as f (fault)`)}`.compile(q)),
  )
  return [...rows.map(row => row.fault), ...(isMadeUp ? [] : await apartFromRecords(server))]
}

type Apart = Record<'name' | 'branch_id', string> & Record<'booked' | 'kept', number> & { party_id: string | null }

/** Accounts that differ from the records they stand for. */
async function apartFromRecords(server: Pick<TestServer, 'db'>): Promise<string[]> {
  const parts = Object.keys(subledgers).map(
    name => sql`select ${name}::text as name, f.* from (${subledgerFaults(keyOf(subledgers, name))}) as f`,
  )
  const rows = await server.db(tx => tx.rows(sql<Apart>`${sql.join(parts, sql` union all `)}`.compile(q)))
  return rows.map(row => `${row.name} of ${row.branch_id} ${row.party_id}: booked ${row.booked}, records ${row.kept}`)
}
