// The revenue of a waybill with its tax, as the signature books it and invoices bear it.
import { sql, type RawBuilder } from 'kysely'

/** The amount owed by the shipper of waybill `alias` and the compensation that lowered it (E2). */
export const revenueOfWaybill = (alias: string): RawBuilder<number> =>
  sql<number>`(${sql.ref(`${alias}.shipper_freight_fen`)} + ${sql.ref(`${alias}.compensated_fen`)})`
