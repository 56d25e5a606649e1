// The bank's numbers of money that came to a branch and money that left it: the same money is not recorded twice, whatever it
// is recorded as. The caller holds the lock of the number.
import { plainSerial } from '@yunshu/domain/fund'
import { sql, type RawBuilder } from 'kysely'
import { q, type Tx } from './tx.ts'

interface Place {
  readonly branchId: string
  readonly serial: string
}

const at = ({ branchId, serial }: Place, column = 'serial'): RawBuilder<boolean> =>
  sql<boolean>`(branch_id = ${branchId}::uuid and upper(${sql.ref(column)}) = upper(${serial}))`

const isThere = async (tx: Tx, rows: RawBuilder<unknown>): Promise<boolean> =>
  (await tx.first(sql<{ n: number }>`select 1 as n from (${rows}) as x limit 1`.compile(q))) !== undefined

/** True where a deposit, or money of one that the bank sent back, came under the number. */
export const isDepositSerial = (tx: Tx, place: Place): Promise<boolean> =>
  isThere(
    tx,
    sql`select id from deposits where ${at(place)} and state in ('recorded', 'standing', 'undoing', 'ended')
      union all select id from deposit_backs where ${at(place, 'back_serial')}`,
  )

/** True where a remittance, or a shipper's or the house's own money, came under the number. */
export const isOtherSerial = (tx: Tx, place: Place): Promise<boolean> =>
  isThere(
    tx,
    sql`select id from remittances where ${at(place)} and state not in ('rejected', 'withdrawn')
      union all select id from fund_records where ${at(place)} and kind in ('TOP_UP', 'TRANSFER')
        and state in ('recorded', 'confirmed')`,
  )

/** True where prepaid money, a deposit or a remittance was sent back under the number. */
export const isSentSerial = (tx: Tx, place: Place): Promise<boolean> =>
  isThere(
    tx,
    sql`select id from refunds where ${at(place)} union all select id from deposit_backs where ${at(place)}
      union all select id from remittance_refunds where ${at(place)}`,
  )

/** True where a payment left the branch under the number, or is said to have by a person whose word waits or stands. */
export const isPaidSerial = (tx: Tx, place: Place): Promise<boolean> =>
  isThere(
    tx,
    sql`select id from payments where ${at(place, 'bank_serial')} and state in ('success', 'returned')
      union all select id from offline_slips where ${at(place)} and state <> 'refused'`,
  )

/** Numbers of banks in the one spelling, as typed, in capitals and in small letters: each is looked up by an index, as the text it is. */
export const spellingsOf = (numbers: readonly string[]): string[] => [
  ...new Set(
    numbers.flatMap(each => {
      const plain = plainSerial(each)
      return [each, plain, plain.toUpperCase(), plain.toLowerCase()]
    }),
  ),
]
