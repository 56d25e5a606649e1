// Test support: further people of the demo companies, with a position made for them and an office when they have one.
import { randomBytes } from 'node:crypto'
import type { DataScope } from '@yunshu/domain/account/account'
import type { Permit } from '@yunshu/domain/permits/permits'
import { v7 } from 'uuid'
import { q } from '../../apps/server/src/db/tx.ts'
import { demoCompanyId } from '../../apps/server/demo/people.ts'
import type { Client, TestServer } from './testServer.ts'

export interface Colleague {
  readonly id: string
  readonly account: string
  readonly client: Client
}
interface Position {
  readonly account: string
  readonly company: string
  readonly permits: readonly Permit[]
  readonly dataScope: DataScope
  readonly office?: string
  readonly role?: string
}

/** A new person of a demo company, signed in. */
export async function addColleague(
  server: TestServer,
  { account, company, permits, dataScope, office, role = `职位 ${account}` }: Position,
): Promise<Colleague> {
  const [id, roleId] = [v7(), v7()]
  const stamp = { created_at: Date.now(), updated_at: Date.now() }
  const companyId = demoCompanyId(company)
  await server.db(async tx => {
    const { password_hash } = await tx.one(q.selectFrom('users').select('password_hash').where('account', '=', company))
    await tx.run(
      q.insertInto('users').values({
        id,
        handle: randomBytes(16).toString('base64url'),
        account,
        name: `员工${account}`,
        mobile: '',
        password_hash,
        type: 2,
        company_id: companyId,
        branch_company_id: office ?? null,
        password_changed_at: Date.now(),
        ...stamp,
      }),
    )
    await tx.run(
      q.insertInto('roles').values({
        id: roleId,
        company_id: companyId,
        name: role,
        functions: [...permits],
        data_scope: dataScope,
        ...stamp,
      }),
    )
    await tx.run(q.insertInto('user_roles').values({ user_id: id, role_id: roleId }))
  })
  return { id, account, client: await server.login(account) }
}

/** A branch office of a demo company; answers its id. */
export async function addOffice(server: TestServer, company: string, name: string): Promise<string> {
  const id = v7()
  await server.db(async tx => {
    const {
      id: parent,
      version: _version,
      ...row
    } = await tx.one(q.selectFrom('companies').selectAll().where('id', '=', demoCompanyId(company)))
    await tx.run(
      q.insertInto('companies').values({
        ...row,
        id,
        name,
        credit_code: id.slice(-18),
        kind: 'BRANCH',
        parent_id: parent,
        policies: JSON.stringify(row.policies),
      }),
    )
  })
  return id
}
