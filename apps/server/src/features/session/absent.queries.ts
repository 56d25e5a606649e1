// People for whom work goes on after their request: as they stand at the moment, with the rights they have at the
// moment.
import { inTransaction, systemReach } from '../../db/tx.ts'
import type { Actor, Deps } from '../../work/ctx.ts'
import { may } from '../../work/makeCtx.ts'
import { absentActor, mayWork } from './actor.ts'
import { isEmployeeOf } from './people.queries.ts'
import { findPerson, findWorkedFor } from './session.queries.ts'

/**
 * The person, working for the employee they worked for; undefined when they may not work, or not for that one, any
 * more.
 */
export async function findAbsent(
  { pool }: Pick<Deps, 'pool'>,
  userId: string,
  actingFor: string | null,
): Promise<Actor | undefined> {
  return inTransaction(pool, systemReach, async tx => {
    const row = await findPerson(tx, userId)
    if (!row || !mayWork(row)) return undefined
    const own = absentActor(row)
    if (actingFor === null) return own
    if (!may(own, 'company.actFor')) return undefined
    const employee = await findWorkedFor(tx, actingFor, isEmployeeOf(own))
    return employee && absentActor(row, employee)
  })
}
