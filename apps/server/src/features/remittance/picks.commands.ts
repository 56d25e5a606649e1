// Waybills a claim of money names: judged under the lock of their shipper's money, each with the tail that is given up of it.
import { printMoney, type Fen } from '@yunshu/domain/figures/money'
import { Problem } from '@yunshu/domain/problems/problems'
import { faultOfPicks, type PickedItem } from '@yunshu/domain/voucher/offset'
import { faultOfTail } from '@yunshu/domain/writeOff'
import { wrongField } from '../../http/fieldFault.ts'
import type { Ctx } from '../../work/ctx.ts'
import { lossPolicyOfHouse } from '../voucher/lossPolicy.queries.ts'
import { lockPrepaid } from '../voucher/receivables.queries.ts'
import { openItemsOf } from './claimed.queries.ts'
import type { Remittance } from './remittance.queries.ts'

/** A waybill a claim names, with what it gives up of it. */
export type NamedWaybill = PickedItem & { readonly tail?: Fen | undefined }
export const tailsOf = (picks: readonly NamedWaybill[]): PickedItem[] =>
  picks.flatMap(({ waybillId, tail }) => (tail === undefined ? [] : [{ waybillId, amount: tail }]))

/** The waybills named in words: no more than this is written into the history. */
const namedMost = 20

/**
 * Judges the waybills money is laid on by name, and says them; the shipper's money and arrears of the branch stay as they
 * are until the transaction ends. A waybill of another shipper or branch is not found.
 */
export async function checkedPicks(
  ctx: Ctx,
  row: Remittance,
  { shipperId, amount: money }: { readonly shipperId: string; readonly amount: Fen },
  picks: readonly NamedWaybill[],
): Promise<string> {
  if (picks.length === 0) return ''
  const fault = faultOfPicks(money, picks)
  if (fault !== undefined) throw wrongField('receivables', fault)
  const of = { branchId: row.branch_id, shipperId }
  await lockPrepaid(ctx, of)
  const items = await openItemsOf(
    ctx,
    of,
    picks.map(({ waybillId }) => waybillId),
  )
  const { tailMost } = await lossPolicyOfHouse(ctx.tx)
  const known = picks.map(({ waybillId, amount, tail }) => {
    const item = items.get(waybillId)
    if (item === undefined) throw new Problem('row.none')
    const { waybillNo, open } = item
    if (amount > open)
      throw new Problem('remittance.paid', { waybillNo, open: printMoney(open), amount: printMoney(amount) })
    if (tail === undefined) return `${waybillNo} ${printMoney(amount)} 元`
    const wrong = faultOfTail(waybillNo, { open, paid: amount, tail, most: tailMost })
    if (wrong !== undefined) throw wrongField('receivables', wrong)
    return `${waybillNo} ${printMoney(amount)} 元（尾差 ${printMoney(tail)} 元）`
  })
  const told = known.slice(0, namedMost).join('，')
  return known.length > namedMost ? `${told} 等 ${known.length} 单` : told
}
