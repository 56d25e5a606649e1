// The cost of a waybill to its branch, as an expression of its row: one for invoices, vouchers and the four flows.
import { sql, type RawBuilder } from 'kysely'

/** Freight less cuts; penalties are income beside it, not off it (decision 146). Fen. */
export const costOfWaybill = (alias: string): RawBuilder<number> => {
  const [payable, deducted, penalty] = ['payable_fen', 'deducted_fen', 'penalty_fen'].map(column =>
    sql.ref(`${alias}.${column}`),
  )
  return sql<number>`(${payable} - ${deducted} + ${penalty})`
}
