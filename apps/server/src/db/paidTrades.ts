// Movements of money that pay for waybills, as a condition of their row: one word for all who add them up.
import { paidTradeKinds } from '@yunshu/domain/trade'
import { sql, type RawBuilder } from 'kysely'

/** True for a movement `alias` that pays for waybills: freight, an advance, a fee. */
export const isPaidTrade = (alias: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${alias}.kind`)} in (${sql.join(paidTradeKinds.map(kind => sql.lit(kind)))}))`
