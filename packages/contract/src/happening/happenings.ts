// The one table of happenings: every event of the business people are told of, by `word.event`, with its texts, the
// calls it makes stale and the screen it opens. Pushes and the message centre are written from it; webhooks, text
// messages and an open interface will read this table too.
import { sayRow, type Happening, type Said, type Told } from './happening.ts'
import { abnormalHappenings } from './abnormal.ts'
import { agreementHappenings } from './agreement.ts'
import { bookHappenings } from './books.ts'
import { debtHappenings } from './debt.ts'
import { depositHappenings } from './deposit.ts'
import { fleetHappenings } from './fleet.ts'
import { fundHappenings } from './fund.ts'
import { goodsHappenings } from './goods.ts'
import { invoiceHappenings } from './invoice.ts'
import { payFileHappenings } from './payFile.ts'
import { peopleHappenings } from './people.ts'
import { receiptHappenings } from './receipt.ts'
import { redHappenings } from './red.ts'
import { refundHappenings } from './refund.ts'
import { statementHappenings } from './statement.ts'
import { relationHappenings } from './relation.ts'
import { fuelHappenings } from './fuel.ts'
import { remittanceHappenings } from './remittance.ts'
import { settlementHappenings } from './settlement.ts'
import { taskHappenings } from './task.ts'
import { terminalHappenings } from './terminal.ts'
import { waybillHappenings } from './waybill.ts'

const table = {
  ...goodsHappenings,
  ...taskHappenings,
  ...waybillHappenings,
  ...receiptHappenings,
  ...settlementHappenings,
  ...fundHappenings,
  ...remittanceHappenings,
  ...fuelHappenings,
  ...debtHappenings,
  ...depositHappenings,
  ...refundHappenings,
  ...statementHappenings,
  ...payFileHappenings,
  ...invoiceHappenings,
  ...bookHappenings,
  ...abnormalHappenings,
  ...terminalHappenings,
  ...agreementHappenings,
  ...redHappenings,
  ...fleetHappenings,
  ...relationHappenings,
  ...peopleHappenings,
}
export type HappeningName = keyof typeof table
/** Values needed to tell a happening: its blanks, and the reading side where the sides read different texts. */
export type SaidOf<N extends HappeningName> = Said<(typeof table)[N]>
/** Nothing where there are no blanks. */
export type SaidArgs<N extends HappeningName> =
  Record<never, never> extends SaidOf<N> ? [said?: Readonly<Record<string, never>>] : [said: SaidOf<N>]

export const happenings: Readonly<Record<HappeningName, Happening>> = table

/** A happening in the words its reader gets. */
export function sayHappening<N extends HappeningName>(name: N, ...[said]: SaidArgs<N>): Told {
  return sayRow(happenings[name], { ...said })
}
