// The amount of a waybill still open for its carrier, for one row and in SQL: zero once it is settled, whatever its
// deductions were.
import { fen, ZERO_FEN, type Fen } from '@yunshu/domain/figures/money'
import { openAmount } from '@yunshu/domain/settlement/payPlan'
import { sql, type RawBuilder, type Selectable } from 'kysely'
import type { Waybills } from '../../db/tables.gen.ts'

type Owed = Pick<
  Selectable<Waybills>,
  'settle_state' | 'payable_fen' | 'deducted_fen' | 'oil_fen' | 'paid_fen' | 'set_off_fen' | 'advanced_fen'
>

/** The open amount of one row; below zero where deductions pass the rest. */
export const openOf = (row: Owed): Fen =>
  row.settle_state === 'settled'
    ? ZERO_FEN
    : openAmount({
        payable: fen(row.payable_fen),
        oil: fen(row.oil_fen),
        deductions: fen(row.deducted_fen),
        paid: fen(row.paid_fen + row.set_off_fen + row.advanced_fen),
      })

/** The same in SQL, of the waybill `alias`. */
export function openFen(alias: string): RawBuilder<number> {
  const is = (column: keyof Owed): RawBuilder<number> => sql<number>`${sql.ref(`${alias}.${column}`)}`
  return sql<number>`case when ${is('settle_state')} = 'settled' then 0
    else ${is('payable_fen')} - ${is('oil_fen')} - ${is('deducted_fen')} - ${is('paid_fen')} - ${is('set_off_fen')} - ${is('advanced_fen')} end`
}
