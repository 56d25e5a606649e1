// The word of one side about lines that both sides judge: of a statement of a shipper, of a letter of balances.
import { markAfter, type LineAct } from '@yunshu/domain/statement'
import { sql } from 'kysely'
import { q } from '../db/tx.ts'
import { writtenName, type Ctx } from './ctx.ts'

/** The columns an act writes in each line it is about: the mark, whose word it is, and when it was said. */
export function columnsOfMark(ctx: Ctx, act: LineAct, why: string) {
  const by = writtenName(ctx.actor)
  const said = {
    check: {},
    dispute: {
      dispute: why,
      disputed_by: by,
      disputed_at: ctx.now,
      answer: null,
      answered_by: null,
      answered_at: null,
    },
    drop: {},
    explain: { answer: why, answered_by: by, answered_at: ctx.now },
  }[act]
  return { mark: markAfter(act), ...said }
}

/** The tables of such lines, with the column that names their paper. */
const ownerColumns = { balance_letter_lines: 'letter_id', shipper_statement_lines: 'statement_id' } as const

/** Says whether a line of the paper is still disputed. */
export async function hasDisputedLine(ctx: Ctx, table: keyof typeof ownerColumns, id: string): Promise<boolean> {
  const { is } = await ctx.tx.one(
    sql<{ is: boolean }>`
      select exists (
        select from ${sql.table(table)} where ${sql.ref(ownerColumns[table])} = ${id} and mark = 'disputed'
      ) as is`.compile(q),
  )
  return is
}
