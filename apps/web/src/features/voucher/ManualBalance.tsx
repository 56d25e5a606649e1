// The sums of a voucher made by hand while it is typed, and what is lacking.
import { absoluteFen, type Fen } from '@yunshu/domain/figures/money'
import { Money } from '../../ui/Figures.tsx'

/** Says aloud whether it balances. */
export function ManualBalance({ debit, credit, difference }: { debit: Fen; credit: Fen; difference: Fen }) {
  return (
    <output className="vm-balance">
      <span>
        借方(元) <Money value={debit} strong />
      </span>
      <span>
        贷方(元) <Money value={credit} strong />
      </span>
      {difference === 0 ? (
        <span className="ys-weak">{debit === 0 ? '请填写分录' : '借贷平衡'}</span>
      ) : (
        <strong className="ys-fault">
          差额 <Money value={absoluteFen(difference)} />，{difference > 0 ? '贷方' : '借方'}不足
        </strong>
      )}
    </output>
  )
}
