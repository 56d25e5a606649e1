// Statements as a batch chooses them to be sent to their shippers.
import { recordsOfAct } from '@yunshu/domain/batch'
import { fen } from '@yunshu/domain/figures/money'
import { statementStates } from '@yunshu/domain/statement'
import { periodText } from '@yunshu/domain/voucher/voucher'
import type { RawBuilder } from 'kysely'
import { keyOf } from '../../db/keyOf.ts'
import { q } from '../../db/tx.ts'
import { faultOfState, type ChosenRecord } from '../../work/chosenRecord.ts'
import type { Ctx } from '../../work/ctx.ts'
import { allOf } from '../../work/scope.ts'
import { ownStatements } from './statement.queries.ts'

/** Statements in reach that meet a condition on `shipper_statements as m`: at most `most`, newest first. */
export async function findChosenStatements(
  ctx: Ctx,
  where: RawBuilder<boolean>,
  most: number,
): Promise<ChosenRecord[]> {
  const rows = await ctx.tx.rows(
    q
      .selectFrom('shipper_statements as m')
      .innerJoin('companies as s', 's.id', 'm.shipper_id')
      .selectAll('m')
      .select('s.name as shipper_name')
      .where(allOf([where, ownStatements(ctx.actor, 'm')]))
      .orderBy('m.id', 'desc')
      .limit(most),
  )
  return rows.map(row => ({
    id: row.id,
    number: row.statement_no,
    name: `${row.shipper_name} ${periodText(row.period)}`,
    version: row.version,
    branchId: row.branch_id,
    amount: fen(row.closing_owed_fen),
    fault: faultOfState(statementStates, {
      from: recordsOfAct.sendStatement,
      state: keyOf(statementStates.states, row.state),
      move: 'send',
    }),
  }))
}
