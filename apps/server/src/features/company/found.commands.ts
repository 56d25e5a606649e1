// The founding of the platform on an empty installation: its company, first branch and positions, once for ever.
import type { Foundation } from '@yunshu/contract/setup'
import { branchStates } from '@yunshu/domain/company/branch'
import { companyStates } from '@yunshu/domain/company/company'
import type { RoleSide } from '@yunshu/domain/permits/permits'
import { roleTemplates } from '@yunshu/domain/permits/roles'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { isPlatformHead } from '../../db/platform.ts'
import { q, type Tx } from '../../db/tx.ts'

/** The moment of the founding, and who stands in the histories: a person, or whoever sat at the machine. */
export interface Founder {
  readonly now: number
  readonly userId: string
  readonly userName: string
}

/** True once there is a platform; until the transaction ends no other can come to be. */
export async function hasPlatform(tx: Tx): Promise<boolean> {
  await tx.rows(sql`select pg_advisory_xact_lock(hashtextextended('yunshu platform', 0))`.compile(q))
  return (await tx.first(q.selectFrom('companies as h').select('h.id').where(isPlatformHead('h')))) !== undefined
}

/**
 * Writes the platform's company, its first branch and the positions of both. Asked only after `hasPlatform` answered
 * false in the same transaction. Needs the system's reach.
 */
export async function foundPlatform(tx: Tx, said: Foundation, founder: Founder): Promise<{ companyId: string }> {
  const companyId = v7()
  const branchId = v7()
  await addCompanies(tx, { companyId, branchId }, said, founder.now)
  await addPositions(tx, 'platform', null, founder.now)
  await addPositions(tx, 'branch', companyId, founder.now)
  const line = { entity: 'company', at: founder.now, user_id: founder.userId, user_name: founder.userName }
  await tx.run(
    q.insertInto('events').values([
      { ...line, id: v7(), entity_id: companyId, action: '设立平台公司', to_state: 'active' },
      { ...line, id: v7(), entity_id: branchId, action: '添加分公司', to_state: branchStates.start },
    ]),
  )
  return { companyId }
}

interface Ids {
  readonly companyId: string
  readonly branchId: string
}

async function addCompanies(tx: Tx, { companyId, branchId }: Ids, said: Foundation, now: number): Promise<void> {
  // the platform is principal of every waybill (1: 网络货运承运)
  const both = {
    role_flags: 1,
    wlhy_type: 1,
    is_contract: true,
    contact_name: said.contactName,
    contact_mobile: said.mobile,
    region_code: said.regionCode,
    address: said.address,
    created_at: now,
    updated_at: now,
  }
  const active: keyof typeof companyStates.states = 'active'
  const { companyName: name, creditCode } = said
  await tx.run(
    q
      .insertInto('companies')
      .values({ ...both, id: companyId, name, short_name: '', credit_code: creditCode, state: active }),
  )
  await tx.run(
    q.insertInto('companies').values({
      ...both,
      id: branchId,
      name: said.branchName,
      short_name: said.branchShortName,
      credit_code: said.branchCreditCode,
      parent_id: companyId,
      kind: 'BRANCH',
      state: branchStates.start,
    }),
  )
  await tx.run(q.insertInto('company_profiles').values([{ company_id: companyId }, { company_id: branchId }]))
}

/** The positions people of a side start with; those that are there stay as they are. */
async function addPositions(
  tx: Tx,
  side: Extract<RoleSide, 'platform' | 'branch'>,
  companyId: string | null,
  now: number,
): Promise<void> {
  const rows = Object.entries(roleTemplates[side]).map(([name, functions]) => ({
    id: v7(),
    company_id: companyId,
    name,
    is_system: true,
    data_scope: side === 'platform' ? 'ALL' : 'BRANCH',
    functions: [...functions],
    created_at: now,
    updated_at: now,
  }))
  await tx.run(
    q
      .insertInto('roles')
      .values(rows)
      .onConflict(c => c.doNothing()),
  )
}
