// The way of a voucher from making to the books: the product's own are posted at once, those made by hand are checked first.
import type { VoucherDetail } from '@yunshu/contract/voucher/voucher'
import { voucherStates, type VoucherState } from '@yunshu/domain/voucher/voucher'
import { reachedBy } from '../../ui/record/reachedBy.ts'
import type { Reached } from '../../ui/record/Steps.tsx'

type Trailed = Pick<VoucherDetail, 'isManual' | 'state' | 'maker' | 'auditor' | 'poster' | 'createdAt' | 'log'>

/** True for vouchers that were checked, or still are to be. */
const isChecked = ({ isManual, auditor }: Trailed): boolean => isManual || auditor !== undefined

/** Its steps, and those taken with who and when; times of a check are told by the history alone. */
export function voucherTrail(voucher: Trailed): {
  readonly way: readonly VoucherState[]
  readonly reached: readonly Reached<VoucherState>[]
} {
  const { isManual, maker, auditor, poster, createdAt, log } = voucher
  const told = reachedBy(voucherStates, log)
  const checked = isChecked(voucher)
  // the product books what people decided at that moment
  const at = (state: VoucherState): number | undefined => told.get(state)?.at ?? (isManual ? undefined : createdAt)
  const by = checked ? poster : '系统记账，无需审核'
  return {
    way: checked ? ['draft', 'audited', 'posted'] : ['draft', 'posted'],
    reached: [
      { state: 'draft', at: createdAt, by: maker },
      ...(auditor === undefined ? [] : [{ state: 'audited' as const, at: at('audited'), by: auditor }]),
      ...(poster === undefined ? [] : [{ state: 'posted' as const, at: at('posted'), by }]),
      ...(['partly', 'reversed', 'void'] as const).flatMap(state => {
        const step = told.get(state)
        return step === undefined ? [] : [{ state, ...step }]
      }),
    ],
  }
}
