// Payees of the demo: drivers' own cards, captains and fleets that receive for them, authorisations of every state; and
// the blacklist.
import { DAY_MS, startOfDay } from '@yunshu/domain/figures/time'
import { sql, type Insertable } from 'kysely'
import type { Events, PayeeAuths, Payees } from '../src/db/tables.gen.ts'
import { q, type Tx } from '../src/db/tx.ts'
import { insertAll } from './bulk.ts'
import { idMaker, type MakeId } from './ids.ts'
import { demoCard, demoIdNo, demoMobile, demoName, demoUscc } from './invented.ts'
import { demoCarriers, demoCompanyId, demoUserId } from './people.ts'

interface DriverRow {
  id: string
  carrier_id: string
  name: string
  id_no: string
  mobile: string
  paper: string
  created_at: number
}

const banks = ['中国工商银行', '中国农业银行', '中国建设银行', '中国邮政储蓄银行', '中国银行'] as const
const bankOf = (n: number): string => banks[n % banks.length] ?? banks[0]
/** Every third driver is paid through somebody else. */
const hasOwn = (n: number): boolean => n % 3 !== 2

/** Payees and authorisations; answers how many rows. Drivers are there already. */
export async function seedPayees(tx: Tx, now: number): Promise<number> {
  const drivers = await tx.rows<DriverRow>(
    q
      .selectFrom('drivers')
      .select(['id', 'carrier_id', 'name', 'id_no', 'mobile', 'paper', 'created_at'])
      .orderBy('id'),
  )
  const writing: Writing = {
    payeeId: idMaker(61),
    authId: idMaker(62),
    eventId: idMaker(63),
    payees: [],
    auths: [],
    events: [],
    cards: 0,
  }
  for (const [c, carrier] of demoCarriers.entries()) {
    const own = drivers.filter(driver => driver.carrier_id === demoCompanyId(carrier.key))
    const born = now - 150 * DAY_MS + c * 3_600_000
    addOwnCards(writing, carrier.key, own, born)
    const others = addOthers(writing, carrier, c, born)
    const without = own.filter((_, k) => !hasOwn(k))
    addAuths(writing, carrier.key, without, others, { born, today: startOfDay(now) })
  }
  const { payees, auths, events } = writing
  const written =
    (await insertAll(tx, 'payees', payees)) +
    (await insertAll(tx, 'payee_auths', auths)) +
    (await insertAll(tx, 'events', events))
  await tx.run(
    sql`update payees set papers = ${JSON.stringify({ account: { state: 'rejected', at: now - DAY_MS, by: '平台运营', reason: '银行卡照片不清晰，无法核对卡号', fields: ['card', 'accountNo'] } })} where paper = 'rejected'`.compile(
      q,
    ),
  )
  await tx.run(
    sql`update drivers d set payee_id = p.id from payees p where p.driver_id = d.id and p.paper = 'approved'`.compile(
      q,
    ),
  )
  // earlier sheets paid the carriers; waybills to come are paid to the drivers who have an account
  await tx.run(
    sql`update waybills w set payee_id = d.payee_id from drivers d
      where d.id = w.driver_id and d.payee_id is not null and w.settlement_num is null`.compile(q),
  )
  await tx.run(
    sql`update payees set blacklisted_at = ${now - 9 * DAY_MS}, blacklist_reason = '多次要求改付他人账户',
      blacklisted_by = '平台运营', blacklisted_side = 'house'
    where id = (select id from payees where kind = 'PERSON' and driver_id is null order by id desc limit 1)`.compile(q),
  )
  return written
}

/** The rows while they are made; `cards` counts drivers' own cards. */
interface Writing {
  readonly payeeId: MakeId
  readonly authId: MakeId
  readonly eventId: MakeId
  readonly payees: Insertable<Payees>[]
  readonly auths: Insertable<PayeeAuths>[]
  readonly events: Insertable<Events>[]
  cards: number
}

function told(
  { eventId, events }: Writing,
  entityId: string,
  at: number,
  who: string,
  action: string,
  remark: string | null = null,
): void {
  events.push({
    id: eventId(at),
    entity: 'payee',
    entity_id: entityId,
    at,
    user_id: demoUserId(who),
    user_name: who === 'platform-ops' ? '平台运营' : '承运商管理员',
    action,
    from_state: null,
    to_state: null,
    remark,
    diff: null,
  })
}

function add(
  writing: Writing,
  carrier: string,
  paper: string,
  facts: Pick<Insertable<Payees>, 'kind' | 'name' | 'id_no' | 'mobile' | 'bank' | 'account_no'> & {
    bank_code?: string
    driver_id?: string
  },
  at: number,
): string {
  const { payeeId, payees } = writing
  const id = payeeId(at)
  const isDone = paper === 'approved'
  payees.push({
    id,
    carrier_id: demoCompanyId(carrier),
    bank_code: '',
    driver_id: null,
    ...facts,
    paper,
    verified_at: isDone ? at + DAY_MS : null,
    verified_name: isDone ? '平台运营' : null,
    created_by: demoUserId(carrier),
    created_at: at,
    updated_at: isDone ? at + DAY_MS : at,
  })
  told(writing, id, at, carrier, '登记')
  if (isDone) told(writing, id, at + DAY_MS, 'platform-ops', '通过')
  if (paper === 'rejected') told(writing, id, at + DAY_MS, 'platform-ops', '驳回', '银行卡照片不清晰，无法核对卡号')
  return id
}

/** Drivers who are paid themselves. */
function addOwnCards(writing: Writing, key: string, own: readonly DriverRow[], born: number): void {
  for (const [k, driver] of own.entries()) {
    if (!hasOwn(k)) continue
    const paper = key === 'carrier' && k === 0 ? 'pending' : key === 'carrier' && k === 3 ? 'rejected' : 'approved'
    add(
      writing,
      key,
      paper,
      {
        kind: 'PERSON',
        name: driver.name,
        id_no: driver.id_no,
        mobile: driver.mobile,
        bank: bankOf(writing.cards),
        account_no: demoCard(20_000 + writing.cards++),
        driver_id: driver.id,
      },
      born + k * 60_000,
    )
  }
}

/** A captain and a fleet that receive for drivers of a carrier. */
function addOthers(
  writing: Writing,
  { key, region, short }: (typeof demoCarriers)[number],
  c: number,
  born: number,
): { captain: string; fleet: string } {
  const captain = add(
    writing,
    key,
    'approved',
    {
      kind: 'PERSON',
      name: demoName(130 + c),
      id_no: demoIdNo(region, '19760420', c),
      mobile: demoMobile(3000 + c),
      bank: bankOf(c),
      account_no: demoCard(21_000 + c),
    },
    born + 3_600_000,
  )
  const fleet = add(
    writing,
    key,
    key === 'carrier' || key === 'carrier4' ? 'pending' : 'approved',
    {
      kind: 'COMPANY',
      name: `${short}车队服务有限公司`,
      id_no: demoUscc(region, 80 + c),
      mobile: demoMobile(3100 + c),
      bank: `${bankOf(c + 1)}${short}支行`,
      bank_code: `10${String(2_100_000_000 + c * 1117)}`,
      account_no: `0402${String(20_000_000_000 + c * 7919)}`,
    },
    born + 7_200_000,
  )
  return { captain, fleet }
}

/** The authorisations of the other drivers; the last of the named carrier's are in every state. */
function addAuths(
  { authId, auths }: Writing,
  key: string,
  without: readonly DriverRow[],
  { captain, fleet }: { captain: string; fleet: string },
  { born, today }: { born: number; today: number },
): void {
  for (const [k, driver] of without.entries()) {
    const late =
      key === 'carrier' && k >= without.length - 4
        ? ((['pending', 'rejected', 'revoked', 'expired'] as const)[k - without.length + 4] ?? 'active')
        : 'active'
    const [from, to] = late === 'expired' ? [-120, -3] : late === 'pending' ? [0, 365] : [-100, k % 5 === 4 ? 20 : 265]
    const at = born + 10_800_000 + k * 60_000
    auths.push({
      id: authId(at),
      payee_id: k % 4 === 3 ? fleet : captain,
      driver_id: driver.id,
      carrier_id: demoCompanyId(key),
      state: late,
      valid_from: today + from * DAY_MS,
      valid_to: today + (to + 1) * DAY_MS,
      scope: '全部运费',
      reason: late === 'rejected' ? '委托书没有司机签字' : late === 'revoked' ? '司机改用本人账户' : null,
      created_by: demoUserId(key),
      created_at: at,
      updated_at: at,
    })
  }
}

/** The remarks on the one vehicle and the one driver that were sent back. */
const sentBack = {
  vehicle: { state: 'rejected', reason: '行驶证副页模糊，请重新拍照上传', fields: ['licenceBack', 'grossG'] },
  driver: { state: 'rejected', reason: '从业资格证与姓名不符', fields: ['qualification', 'qualificationNo'] },
} as const

/** The history of vehicles and drivers: registered, handed in, judged; answers how many rows. */
export async function seedFleetHistory(tx: Tx): Promise<number> {
  const eventId = idMaker(65)
  const keepers = new Map(demoCarriers.map(({ key }) => [demoCompanyId(key), demoUserId(key)]))
  const events: Insertable<Events>[] = []
  for (const [entity, table] of [
    ['vehicle', 'vehicles'],
    ['driver', 'drivers'],
  ] as const) {
    const rows = await tx.rows(q.selectFrom(table).select(['id', 'carrier_id', 'paper', 'created_at']).orderBy('id'))
    for (const { id, carrier_id, paper, created_at: at } of rows) {
      const line = (
        after: number,
        isHouse: boolean,
        action: string,
        from: string | null,
        to: string | null,
        remark: string | null = null,
      ): void => {
        events.push({
          id: eventId(at + after),
          entity,
          entity_id: id,
          at: at + after,
          user_id: isHouse ? demoUserId('platform-ops') : (keepers.get(carrier_id) ?? demoUserId('platform-ops')),
          user_name: isHouse ? '平台运营' : '承运商管理员',
          action,
          from_state: from,
          to_state: to,
          remark,
          diff: null,
        })
      }
      line(0, false, '登记', null, null)
      line(3_600_000, false, '提交审核', 'unsubmitted', 'pending')
      if (paper === 'approved') line(DAY_MS, true, '通过', 'pending', 'approved')
      if (paper === 'rejected') line(DAY_MS, true, '驳回', 'pending', 'rejected', sentBack[entity].reason)
    }
  }
  return insertAll(tx, 'events', events)
}

/**
 * Standings that the rows of the fleet cannot have in bulk: the remarks on a vehicle and a driver that were sent back,
 * and the blacklist.
 */
export async function seedStandings(tx: Tx, now: number): Promise<void> {
  const judged = { at: now - DAY_MS, by: '平台运营' }
  await tx.run(
    sql`update vehicles set papers = ${JSON.stringify({ licence: { ...sentBack.vehicle, ...judged }, ...Object.fromEntries(['transportCert', 'annualCheck', 'insurance'].map(key => [key, { state: 'approved', ...judged }])) })} where paper = 'rejected'`.compile(
      q,
    ),
  )
  await tx.run(
    sql`update drivers set papers = ${JSON.stringify({ licence: { state: 'approved', ...judged }, qualification: { ...sentBack.driver, ...judged }, idCard: { state: 'approved', ...judged } })} where paper = 'rejected'`.compile(
      q,
    ),
  )
  await tx.run(
    sql`update vehicles set blacklisted_at = ${now - 6 * DAY_MS}, blacklist_reason = '收货后拒不交回单，货主投诉',
      blacklisted_by = '平台运营', blacklisted_side = 'house' where id = (select id from vehicles order by id offset 14
      limit 1)`.compile(q),
  )
}
