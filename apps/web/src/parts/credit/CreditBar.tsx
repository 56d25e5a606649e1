// The rest of a shipper's credit, beside an order somebody is about to make: a warning where it is not enough.
import { getOwnCredit } from '@yunshu/contract/credit/credit'
import { availableCredit } from '@yunshu/domain/credit'
import { printMoney, type Fen } from '@yunshu/domain/figures/money'
import { useCall } from '../../lib/useCall.ts'

interface CreditBarProps {
  /** The shipper, where the house orders for one; a shipper's own is known. */
  shipperId?: string | undefined
  /** The freight of the order. */
  need?: Fen | undefined
  /** The house has to choose a shipper first. */
  isChosen: boolean
}

export function CreditBar({ shipperId, need, isChosen }: CreditBarProps) {
  const { data } = useCall(getOwnCredit, shipperId === undefined ? {} : { shipperId }, {
    quiet: true,
    enabled: isChosen,
  })
  if (data?.available === undefined) return null
  const { available, figures, mode } = data
  const isShort = available < (need ?? 0)
  const parts =
    figures === undefined
      ? ''
      : `预收 ${printMoney(figures.prepaid)} + 额度 ${printMoney(figures.limit)} − 应收 ${printMoney(figures.owed)}${figures.writtenOff === 0 ? '' : ` − 已核销坏账 ${printMoney(figures.writtenOff)}`} − 在途 ${printMoney(figures.reserved)} = ${printMoney(availableCredit(figures))}`
  return (
    <span className={isShort ? 'ys-fault' : 'ys-weak'} role={isShort ? 'alert' : undefined} title={parts}>
      可用额度 {printMoney(available)} 元
      {isShort && (mode === 'block' ? '，不够本单运费，派车时会被拦下，请先充值' : '，不够本单运费，请及时充值')}
    </span>
  )
}
