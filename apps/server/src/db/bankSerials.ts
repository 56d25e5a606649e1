// The bank's numbers of money that came to a branch and money that left it: the same money is not recorded twice, whatever it
// is recorded as. The caller holds the lock of the number. Capitals stand in columns of their own (migration 260), for behind
// row-level security no index of upper() is used.
import { plainSerial } from '@yunshu/domain/fund'
import { sql, type RawBuilder } from 'kysely'
import { q, type Tx } from './tx.ts'

/** A number of the bank at a branch. */
export interface SerialPlace {
  readonly branchId: string
  readonly serial: string
}

const at = ({ branchId, serial }: SerialPlace, column = 'serial_upper'): RawBuilder<boolean> =>
  sql<boolean>`(branch_id = ${branchId}::uuid and ${sql.ref(column)} = upper(${serial}))`

/** Deposits, and money of one that the bank sent back, under the number. */
export const depositsOfSerial = (place: SerialPlace): RawBuilder<unknown> =>
  sql`select id from deposits where ${at(place)} and state in ('recorded', 'standing', 'undoing', 'ended')
    union all select id from deposit_backs where ${at(place, 'back_serial_upper')}`

/** Remittances under the number. */
export const remittancesOfSerial = (place: SerialPlace): RawBuilder<unknown> =>
  sql`select id from remittances where ${at(place)} and state not in ('rejected', 'withdrawn')`

/** A shipper's and the house's own money under the number. */
export const fundsOfSerial = (place: SerialPlace): RawBuilder<unknown> =>
  sql`select id from fund_records where ${at(place)} and kind in ('TOP_UP', 'TRANSFER') and state in ('recorded', 'confirmed')`

/** Prepaid money, deposits and remittances sent back under the number. */
export const returnsOfSerial = (place: SerialPlace): RawBuilder<unknown> =>
  sql`select id from refunds where ${at(place)} union all select id from deposit_backs where ${at(place)}
    union all select id from remittance_refunds where ${at(place)}`

/** Payments that left the branch under the number, or are said to have by a person whose word waits or stands. */
export const paymentsOfSerial = (place: SerialPlace): RawBuilder<unknown> =>
  sql`select id from payments where ${at(place, 'bank_serial_upper')} and state in ('success', 'returned')
    union all select id from offline_slips where ${at(place)} and state <> 'refused'`

/** True where one of these records is there. */
export const isAnyOfSerial = async (tx: Tx, rows: readonly RawBuilder<unknown>[]): Promise<boolean> =>
  (await tx.first(
    sql<{ n: number }>`select 1 as n from (${sql.join(rows, sql` union all `)}) as x limit 1`.compile(q),
  )) !== undefined

/** Numbers of banks as they are looked up: in capitals, as they are and in their one spelling. */
export const capitalsOf = (numbers: readonly string[]): string[] => [
  ...new Set(numbers.flatMap(each => [each.toUpperCase(), plainSerial(each).toUpperCase()])),
]

/** Numbers of our own records as they may have been typed: as they are, and in capitals, which most have. */
export const spellingsOf = (numbers: readonly string[]): string[] => [
  ...new Set(numbers.flatMap(each => [each, plainSerial(each).toUpperCase()])),
]
