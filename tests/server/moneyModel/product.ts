// The ground of a walk through the product: companies, drivers and payees of its own, people, and rows by their names.
import { fen } from '@yunshu/domain/figures/money'
import { DAY_MS, startOfDay } from '@yunshu/domain/figures/time'
import { credit, debit } from '@yunshu/domain/voucher/ledger'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { demoCompanyId, demoUserId } from '../../../apps/server/demo/people.ts'
import { q, reading, systemReach, type Tx } from '../../../apps/server/src/db/tx.ts'
import { bookEntries } from '../../../apps/server/src/features/voucher/ledger.commands.ts'
import { reachOf, type Actor, type Ctx, type Deps } from '../../../apps/server/src/work/ctx.ts'
import { writing } from '../../../apps/server/src/work/makeCtx.ts'
import { asSystem, errorStream } from '../../../apps/server/src/work/system.ts'
import { actorOfSide } from '../actorOfSide.ts'
import type { TestServer } from '../testServer.ts'
import type { Cast } from './oracleWalk.ts'

/** The companies and people of a walk. One branch, so that sheets and money meet often. */
export const productCast: Cast = {
  branches: ['b1'],
  shippers: ['s1', 's2'],
  carriers: ['c1', 'c2'],
  people: ['admin', 'finance', 'clerk', 'maker'],
}
const accounts = { admin: 'admin', finance: 'shipper-finance', clerk: 'shipper-freight', maker: 'shipper' }

/** A waybill, a sheet or money of a walk, with what its product row is found by; sheets of fees are no shipper's. */
export interface Named {
  readonly id: string
  readonly shipper: string
  /** The carrier that hauls it, of a waybill. */
  readonly carrier?: string
}

export interface Ground {
  readonly server: TestServer
  /** Tells the words of its bank from those of other walks. */
  readonly name: string
  /** The first day of its signatures. */
  readonly from: number
  readonly companies: ReadonlyMap<string, string>
  /** Names of companies by their ids. */
  readonly companyNames: ReadonlyMap<string, string>
  /** Accounts of carriers and payees, and the names the oracle knows them by. */
  readonly payees: ReadonlyMap<string, string>
  readonly payeeIds: ReadonlyMap<string, string>
  readonly fleet: ReadonlyMap<string, { readonly vehicleId: string; readonly driverId: string }>
  readonly goodsId: string
  /** The branch's account of fuel. */
  readonly fuelAccount: string
  /** Tasks of carriers that handed work down. */
  readonly tasks: ReadonlyMap<string, string>
  readonly waybills: Map<string, Named>
  readonly sheets: Map<string, Named & { readonly num: string }>
  /** Payments by the name of the oracle, with the number the bank knows them by. */
  readonly payments: Map<string, { readonly id: string; readonly order: string }>
  readonly remittances: Map<string, string>
  readonly refunds: Map<string, Named>
  /** Debts of advances whose waybill came to nothing, by the name of the oracle. */
  readonly debts: Map<string, string>
  readonly facts: Map<string, string>
  /** Exceptions in the order in which they were opened. */
  readonly exceptions: string[]
}

export const companyOf = ({ companies }: Pick<Ground, 'companies'>, name: string): string => {
  const id = companies.get(name)
  if (id === undefined) throw new Error(`no company ${name}`)
  return id
}

/** Somebody of the walk on one of its sides, with every permit of it. */
export function actorOf(
  ground: Ground,
  side: 'platform' | 'branch' | 'shipper' | 'carrier',
  of: string,
  by: string,
): Actor {
  const account = Object.entries(accounts).find(([name]) => name === by)?.[1] ?? 'shipper'
  const companyId = side === 'shipper' || side === 'carrier' ? companyOf(ground, of) : undefined
  const branchId = side === 'branch' ? companyOf(ground, of) : undefined
  const who = { userId: demoUserId(account), account, name: by, isAdmin: true, dataScope: 'COMPANY' as const }
  return { ...actorOfSide(side), ...who, companyId, branchId }
}

/** Runs a command of the product in one transaction, as its calls do. */
export function act<T>(
  ground: Ground,
  actor: Actor,
  work: (ctx: Ctx) => Promise<T>,
  deps: Deps = ground.server.server.deps,
): Promise<T> {
  const glue = { now: Date.now(), requestId: v7(), ip: '', log: errorStream, files: [] }
  return writing({ deps, actor, ...glue }, reachOf(actor), work)
}

let grounds = 0

/** Companies nobody has dealt with yet. */
export async function openGround(server: TestServer): Promise<Ground> {
  const no = ++grounds
  const name = `walk${no}`
  const all = [...productCast.branches, ...productCast.shippers, ...productCast.carriers]
  const companies = new Map(all.map(each => [each, v7()] as const))
  const payees = new Map<string, string>()
  const payeeIds = new Map<string, string>()
  const fleet = new Map<string, { vehicleId: string; driverId: string }>()
  const [goodsId, fuelAccount] = [v7(), v7()]
  const tasks = new Map(productCast.carriers.map(each => [each, v7()] as const))
  await server.db(async tx => {
    for (const each of all) await copyCompany(tx, companies, each, name)
    for (const [n, carrier] of productCast.carriers.entries())
      fleet.set(carrier, await insertFleet(tx, { companies }, carrier, `${no}.${n}`, { payees, payeeIds }))
    await copyGoods(tx, { companies }, goodsId)
    for (const [carrier, id] of tasks) await insertTask(tx, { companies }, goodsId, carrier, id)
    await insertFuelAccount(tx, { companies }, fuelAccount, name)
  })
  await asSystem(server.server.deps, async ctx =>
    bookEntries(ctx, companyOf({ companies }, 'b1'), [
      {
        source: { type: 'manual', id: v7() },
        event: 'OB',
        summary: '期初余额',
        lines: [debit('1002.01', fen(ownMoney)), credit('4103', fen(ownMoney))],
        voucher: { kind: 'OTHER', counterparty: '期初' },
      },
    ]),
  )
  return {
    server,
    name,
    from: startOfDay(Date.now()) - 61 * DAY_MS,
    companies,
    companyNames: new Map([...companies].map(([key, id]) => [id, key])),
    payees,
    payeeIds,
    fleet,
    goodsId,
    fuelAccount,
    tasks,
    waybills: new Map(),
    sheets: new Map(),
    payments: new Map(),
    remittances: new Map(),
    refunds: new Map(),
    debts: new Map(),
    facts: new Map(),
    exceptions: [],
  }
}

async function copyCompany(tx: Tx, companies: ReadonlyMap<string, string>, each: string, walk: string): Promise<void> {
  const model = each.startsWith('b') ? 'branch1' : each.startsWith('s') ? 'shipper' : 'carrier'
  const { version: _version, ...row } = await tx.one(
    q.selectFrom('companies').selectAll().where('id', '=', demoCompanyId(model)),
  )
  const id = companyOf({ companies }, each)
  const own = {
    id,
    name: `${walk} ${each}`,
    credit_code: id.slice(-18),
    fuel_max_ppm: 1_000_000,
    policies: JSON.stringify({ receiptRequired: false }),
  }
  const branch_id = model === 'branch1' ? null : companyOf({ companies }, 'b1')
  await tx.run(q.insertInto('companies').values({ ...row, ...own, branch_id }))
}

interface Paid {
  readonly payees: Map<string, string>
  readonly payeeIds: Map<string, string>
}

/** A truck with a driver who may be paid on three accounts: the carrier's, and those of two people. */
async function insertFleet(
  tx: Tx,
  ground: Pick<Ground, 'companies'>,
  carrier: string,
  n: string,
  { payees, payeeIds }: Paid,
): Promise<{ vehicleId: string; driverId: string }> {
  const [vehicleId, driverId] = [v7(), v7()]
  const carrier_id = companyOf(ground, carrier)
  const now = Date.now()
  const far = now + 3650 * DAY_MS
  const stamps = { created_at: now, updated_at: now }
  const base = { carrier_id, paper: 'approved', licence_expiry: far, ...stamps }
  await tx.run(
    q.insertInto('vehicles').values({
      id: vehicleId,
      ...base,
      plate: `川W${n}`,
      plate_color: '2',
      type_code: 'Q11',
      energy: 'B',
      tonnage_g: 33_000_000,
      gross_g: 49_000_000,
      transport_cert_no: `W${n}`,
      transport_cert_expiry: far,
    }),
  )
  await tx.run(
    q.insertInto('drivers').values({
      id: driverId,
      ...base,
      name: '王长顺',
      id_no: `W${driverId}`,
      mobile: '19900000001',
      licence_class: 'A2',
      qualification_no: `W${n}`,
      qualification_expiry: far,
    }),
  )
  const own = `622200${driverId.slice(-12)}`
  payees.set(own, carrier)
  const account = { bank: '中国银行', account_name: carrier, account_no: own, is_default: true, created_at: now }
  await tx.run(q.insertInto('company_accounts').values({ id: v7(), company_id: carrier_id, ...account }))
  for (const each of [0, 1]) {
    const id = v7()
    const accountNo = `6222${each}${id.slice(-12)}`
    payees.set(accountNo, `${carrier}-driver${each}`)
    payeeIds.set(`${carrier}-driver${each}`, id)
    const created_by = demoUserId('carrier')
    const person = { kind: 'PERSON', name: `赵${each}`, id_no: `T${id}`, mobile: '19900000009', bank: '中国农业银行' }
    await tx.run(
      q
        .insertInto('payees')
        .values({ id, carrier_id, ...person, account_no: accountNo, paper: 'approved', created_by, ...stamps }),
    )
    const valid = { valid_from: now - DAY_MS, valid_to: far, state: 'active', created_by, ...stamps }
    await tx.run(
      q.insertInto('payee_auths').values({ id: v7(), payee_id: id, driver_id: driverId, carrier_id, ...valid }),
    )
  }
  return { vehicleId, driverId }
}

/** The bank account of the house begins with this, in both books: nothing guards it in the product (decision 046). */
export const ownMoney = 1_000_000_000_000

async function insertFuelAccount(tx: Tx, ground: Pick<Ground, 'companies'>, id: string, walk: string): Promise<void> {
  const now = Date.now()
  const stamps = { created_name: '试验', created_at: now, updated_at: now }
  const own = { id, kind: 'OIL', provider: '中国石化', account_no: walk, branch_id: companyOf(ground, 'b1') }
  await tx.run(q.insertInto('fuel_accounts').values({ ...own, ...stamps }))
}

/** Goods all waybills of a walk are of; some of them remain, so that they never end. */
async function copyGoods(tx: Tx, ground: Pick<Ground, 'companies'>, id: string): Promise<void> {
  const now = Date.now()
  await tx.run(
    q.insertInto('goods').values({
      id,
      goods_no: `W${id}`,
      ...place,
      state: 'full',
      kind: 'NORMAL',
      shipper_id: companyOf(ground, 's1'),
      branch_id: companyOf(ground, 'b1'),
      title: '动力煤',
      weight_g: 32_400_000,
      total_qty: 1_000_000,
      remain_qty: 1,
      publish_to: 'RELATED',
      take_mode: 'GRAB',
      valid_to: now + 3650 * DAY_MS,
      body: '{}',
      created_by: demoUserId('shipper'),
      created_at: now,
      updated_at: now,
    }),
  )
}

/** A task of a carrier, as one that hands it down has. */
async function insertTask(
  tx: Tx,
  ground: Pick<Ground, 'companies'>,
  goodsId: string,
  carrier: string,
  id: string,
): Promise<void> {
  const now = Date.now()
  await tx.run(
    q.insertInto('tasks').values({
      id,
      task_no: `W${id}`,
      state: 'done',
      source: 'GRAB',
      goods_id: goodsId,
      shipper_id: companyOf(ground, 's1'),
      branch_id: companyOf(ground, 'b1'),
      carrier_id: companyOf(ground, carrier),
      qty: 1_000_000,
      remain_qty: 0,
      shipper_by: demoUserId('shipper'),
      carrier_by: demoUserId('carrier'),
      created_by: demoUserId('carrier'),
      created_at: now,
      updated_at: now,
    }),
  )
}

/** The places and terms of goods and waybills of a walk, priced by the truck, so that a price is a freight. */
export const place = {
  load_region: '610802',
  unload_region: '130203',
  load_place: '榆林煤矿',
  unload_place: '唐山钢厂',
  item_names: '动力煤',
  quantity_mode: 'BY_TRUCK',
  pricing: 'PER_TRUCK',
  shipper_unit_price: 1,
  carrier_unit_price: 1,
} as const

/** Rows by a statement, for what no call tells; in one round trip, for each operation asks for some. */
export const rowsOf = <Row extends object>(ground: Ground, text: ReturnType<typeof sql<Row>>): Promise<Row[]> =>
  reading(ground.server.server.deps.reads, systemReach, tx => tx.rows<Row>(text.compile(q)))
