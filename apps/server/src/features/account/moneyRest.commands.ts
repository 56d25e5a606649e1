// The rest of money permits: after a colleague had a hand in an account, its person uses none of them for a day, and
// hears of it, as do the administrators.
import { moneyRestMs } from '@yunshu/domain/account/recovery'
import { formatDateTime } from '@yunshu/domain/figures/time'
import { restingPermits, systemRoles } from '@yunshu/domain/permits/permits'
import { sql } from 'kysely'
import { isPlatforms } from '../../db/platform.ts'
import { q, type Tx } from '../../db/tx.ts'
import { tellHappening } from '../../work/outbox.ts'

/** The person it is about. */
export interface Rested {
  readonly id: string
  readonly name: string
  readonly account: string
  readonly company_id: string | null
}

/** The transaction, at the system's reach, its moment and who acts. */
export interface Telling {
  readonly tx: Tx
  readonly now: number
  readonly actor: { readonly userId: string }
}

/**
 * Lets the money permits of a person rest from now on. A person who holds any hears the reason and the end of it, and so
 * do the administrators of their company. Needs the system's reach.
 */
export async function restMoney(telling: Telling, person: Rested, why: string): Promise<void> {
  const { tx, now } = telling
  const until = now + moneyRestMs
  await tx.run(q.updateTable('users').set({ money_rests_until: until }).where('id', '=', person.id))
  if (!(await holdsMoney(tx, person.id))) return
  const said = { why, until: formatDateTime(until) }
  await tellHappening(telling, 'account.moneyRests', { users: [person.id] }, said)
  const heads = await findHeads(tx, person)
  if (heads.length > 0)
    await tellHappening(
      telling,
      'staff.moneyRests',
      { users: heads },
      { ...said, name: person.name, account: person.account },
    )
}

/** True if the person holds a permit that rests by their positions. */
async function holdsMoney(tx: Tx, userId: string): Promise<boolean> {
  const held = await tx.first(
    q
      .selectFrom('users as u')
      .select('u.id')
      .where('u.id', '=', userId)
      .where(
        sql<boolean>`(u.is_admin or exists (select from user_roles ur join roles r on r.id = ur.role_id
          where ur.user_id = u.id and r.functions && ${sql.val([...restingPermits])}::text[]))`,
      ),
  )
  return held !== undefined
}

/**
 * The administrators who stand above a person: of the same company, for people of the platform and its branches those
 * of the platform; never the person.
 */
export async function findHeads(tx: Tx, person: Pick<Rested, 'id' | 'company_id'>): Promise<string[]> {
  const rows = await tx.rows(
    q
      .selectFrom('users as u')
      .select('u.id')
      .where('u.id', '<>', person.id)
      .where('u.state', '=', 'enabled')
      .where('u.removed_at', 'is', null)
      .where(
        sql<boolean>`u.company_id is not distinct from (select c.id from companies c
          where c.id = ${person.company_id}::uuid and not ${isPlatforms('c')})`,
      )
      .where(
        sql<boolean>`(u.is_admin or exists (select from user_roles ur join roles r on r.id = ur.role_id
          where ur.user_id = u.id and r.is_system and r.name = ${systemRoles.admin}))`,
      )
      .orderBy('u.id'),
  )
  return rows.map(row => row.id)
}
