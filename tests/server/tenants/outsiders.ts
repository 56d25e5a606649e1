// Test support: three companies and a branch that have nothing to do with anybody in the demo, with people who hold
// every right a company can give.
import { publishGoods, takeGoods } from '@yunshu/contract/goods/goods'
import { appoint } from '@yunshu/contract/task/task'
import { isPermitOf, permitKeys, systemRoles, type Permit, type RoleSide } from '@yunshu/domain/permits/permits'
import { roleTemplates } from '@yunshu/domain/permits/roles'
import { DAY_MS } from '@yunshu/domain/figures/time'
import { grams } from '@yunshu/domain/figures/weight'
import { v7 } from 'uuid'
import { q, type Tx } from '../../../apps/server/src/db/tx.ts'
import { demoIdNo, demoUscc } from '../../../apps/server/demo/invented.ts'
import { demoCompanyId, demoPlatform, demoUserId } from '../../../apps/server/demo/people.ts'
import { goodsInput } from '../freightWorld.ts'
import type { Client, TestServer } from '../testServer.ts'

export const outsiders = [
  'out-shipper',
  'out-shipper-root',
  'out-carrier',
  'out-carrier-finance',
  'out-both',
  'out-branch',
] as const
export type Outsider = (typeof outsiders)[number]

export interface OutsideWorld {
  readonly clients: ReadonlyMap<Outsider, Client>
  /** Records of their own, by what a field calls them: goodsId, taskId, … */
  readonly own: Readonly<Record<string, string>>
}

const everything = (...sides: RoleSide[]): Permit[] =>
  permitKeys.filter(permit => sides.some(side => isPermitOf(permit, side)))

/**
 * Makes the companies, their people, a relation between the two, and goods, a task, a truck and a waybill of their own.
 */
export async function makeOutsiders(server: TestServer): Promise<OutsideWorld> {
  const ids = { shipper: v7(), carrier: v7(), both: v7(), branch: v7() }
  const spare = { roleId: v7(), userId: v7(), relationId: v7() }
  await server.db(tx => insertPeople(tx, ids, spare))
  const clients = new Map<Outsider, Client>()
  for (const account of outsiders) clients.set(account, await server.login(account))
  const as = (account: Outsider): Client => {
    const client = clients.get(account)
    if (!client) throw new Error(account)
    return client
  }
  const goods = await as('out-shipper').send(publishGoods, goodsInput())
  const task = await as('out-carrier').send(takeGoods, { goodsId: goods.id, qty: 20 })
  const truck = { vehicleId: v7(), driverId: v7() }
  await server.db(tx => insertTruck(tx, ids.carrier, truck))
  const { waybills } = await as('out-carrier').send(appoint, {
    taskId: task.taskId,
    version: 2,
    lines: [{ ...truck, qty: 1, weightG: grams(32_000_000) }],
  })
  const waybillId = waybills[0]?.id ?? ''
  return {
    clients,
    own: {
      goodsId: goods.id,
      taskId: task.taskId,
      waybillId,
      waybillIds: waybillId,
      ...truck,
      ...spare,
      roleIds: spare.roleId,
      shipperId: ids.shipper,
      carrierId: ids.carrier,
      carrierIds: ids.carrier,
      companyId: ids.both,
      branchId: ids.branch,
      branchCompanyId: ids.branch,
    },
  }
}

async function insertPeople(
  tx: Tx,
  ids: Record<'shipper' | 'carrier' | 'both' | 'branch', string>,
  spare: { roleId: string; userId: string; relationId: string },
): Promise<void> {
  const now = Date.now()
  const stamp = { created_at: now, updated_at: now }
  const place = {
    region_code: '610802',
    address: '外部路1号',
    contact_name: '外部人',
    contact_mobile: '19911112222',
    is_contract: true,
    state: 'active',
    ...stamp,
  }
  await tx.run(
    q.insertInto('companies').values({
      id: ids.branch,
      name: '外部分公司',
      short_name: '外部',
      credit_code: demoUscc('610802', 90),
      role_flags: 1,
      kind: 'BRANCH',
      parent_id: demoCompanyId(demoPlatform),
      ...place,
    }),
  )
  await tx.run(
    q.insertInto('companies').values(
      (
        [
          ['shipper', 4],
          ['carrier', 2],
          ['both', 6],
        ] as const
      ).map(([key, role_flags], i) => ({
        id: ids[key],
        name: `外部${key}公司`,
        short_name: key,
        credit_code: demoUscc('610802', 91 + i),
        role_flags,
        wlhy_type: 1,
        branch_id: ids.branch,
        ...place,
      })),
    ),
  )
  await tx.run(q.insertInto('company_profiles').values(Object.values(ids).map(company_id => ({ company_id }))))
  const platformId = demoCompanyId(demoPlatform)
  const roles = [
    { key: 'shipper', company_id: ids.shipper, functions: everything('shipper') },
    { key: 'carrier', company_id: ids.carrier, functions: everything('carrier') },
    { key: 'both', company_id: ids.both, functions: everything('shipper', 'carrier') },
    { key: 'branch', company_id: platformId, functions: everything('branch') },
    {
      key: 'carrier-finance',
      company_id: ids.carrier,
      functions: [...(roleTemplates.carrier[systemRoles.finance] ?? [])],
    },
  ].map(role => ({ ...role, id: v7() }))
  await tx.run(
    q
      .insertInto('roles')
      .values([
        ...roles.map(({ key, ...role }) => ({ ...role, name: `外部${key}`, ...stamp })),
        { id: spare.roleId, company_id: ids.shipper, name: '外部闲置', functions: [], ...stamp },
      ]),
  )
  const { password_hash } = await tx.one(
    q.selectFrom('users').select('password_hash').where('id', '=', demoUserId('shipper')),
  )
  const person = (
    account: string,
    company_id: string,
    type: number,
    more: { branch_company_id?: string; is_admin?: boolean } = {},
  ) => ({
    id: v7(),
    handle: account.padEnd(22, '-'),
    account,
    name: `外部${account}`,
    password_hash,
    type,
    company_id,
    password_changed_at: now,
    ...stamp,
    ...more,
  })
  const people = [
    { role: 'shipper', ...person('out-shipper', ids.shipper, 1) },
    { role: undefined, ...person('out-shipper-root', ids.shipper, 2, { is_admin: true }) },
    { role: 'carrier', ...person('out-carrier', ids.carrier, 1) },
    { role: 'carrier-finance', ...person('out-carrier-finance', ids.carrier, 2) },
    { role: 'both', ...person('out-both', ids.both, 1) },
    { role: 'branch', ...person('out-branch', platformId, 3, { branch_company_id: ids.branch }) },
  ]
  await tx.run(
    q
      .insertInto('users')
      .values([
        ...people.map(({ role: _role, ...row }) => row),
        { ...person('out-spare', ids.shipper, 2), id: spare.userId },
      ]),
  )
  await tx.run(
    q
      .insertInto('user_roles')
      .values(
        people.flatMap(({ id: user_id, role }) =>
          roles.filter(({ key }) => key === role).map(({ id: role_id }) => ({ user_id, role_id })),
        ),
      ),
  )
  await tx.run(
    q.insertInto('relations').values({
      id: spare.relationId,
      shipper_id: ids.shipper,
      carrier_id: ids.carrier,
      state: 'active',
      since: now,
      ...stamp,
    }),
  )
}

async function insertTruck(
  tx: Tx,
  carrier_id: string,
  { vehicleId, driverId }: { vehicleId: string; driverId: string },
): Promise<void> {
  const now = Date.now()
  const stamp = { created_at: now, updated_at: now, paper: 'approved', licence_expiry: now + 200 * DAY_MS }
  await tx.run(
    q.insertInto('vehicles').values({
      id: vehicleId,
      carrier_id,
      plate: '陕Z99999',
      plate_color: '2',
      type_code: 'Q11',
      energy: 'B',
      tonnage_g: 33_500_000,
      gross_g: 49_000_000,
      transport_cert_no: '610800999999',
      transport_cert_expiry: now + 200 * DAY_MS,
      ...stamp,
    }),
  )
  const idNo = demoIdNo('610802', '19800115', 99)
  await tx.run(
    q.insertInto('drivers').values({
      id: driverId,
      carrier_id,
      name: '外部司机',
      id_no: idNo,
      mobile: '19911113333',
      licence_class: 'A2',
      qualification_no: idNo,
      qualification_expiry: now + 200 * DAY_MS,
      ...stamp,
    }),
  )
}
