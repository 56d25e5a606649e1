// The parts of a sheet's amount, side by side: what is paid out first, then what it is made of.
import type { SettlementDetail } from '@yunshu/contract/settlement/settlement'
import { subtractFen, type Fen } from '@yunshu/domain/figures/money'
import { treatments } from '@yunshu/domain/settlement/treatment'
import { Explained } from '../../ui/Explained.tsx'
import { Money } from '../../ui/Figures.tsx'
import './sheet.css'

interface Deducted {
  readonly deducted: Fen
  readonly rounding: Fen
  readonly penalty: Fen
}
/** The deductions of a sheet, or of a line of it, without its rounding. */
export const takenOf = ({ deducted, rounding }: Omit<Deducted, 'penalty'>): Fen => subtractFen(deducted, rounding)
/** Those of them that lower the freight: without penalties. */
export const cutOf = (of: Deducted): Fen => subtractFen(takenOf(of), of.penalty)

/** 扣款, and 扣减 where a penalty stands beside it. */
export const cutLabel = ({ penalty }: Pick<Deducted, 'penalty'>): string =>
  penalty > 0 ? treatments.cut.label : '扣款'

/** Debts of other sheets have a tile only where there are any. */
export function SheetAmounts({ sheet }: { sheet: SettlementDetail }) {
  return (
    <dl className="st-tiles" aria-label="金额">
      <div className="st-tile-due">
        <dt>实付(元)</dt>
        <dd>
          <Money value={sheet.due} strong />
          <small>{sheet.dueInWords}</small>
        </dd>
      </div>
      <Tile label="应付" value={sheet.payable} />
      <Tile label="油卡" value={sheet.oil} />
      {sheet.advanced > 0 && <Tile label="已预付" value={sheet.advanced} />}
      <Tile label={cutLabel(sheet)} value={cutOf(sheet)} isMarked={cutOf(sheet) > 0} />
      {sheet.penalty > 0 && <Tile label={treatments.penalty.label} value={sheet.penalty} isMarked />}
      {sheet.rounding > 0 && <Tile label="抹零" value={sheet.rounding} />}
      {sheet.carriedIn > 0 && <Tile label="抵扣前欠" value={sheet.carriedIn} isMarked />}
      {sheet.carriedOut > 0 && <Tile label="转欠款" value={sheet.carriedOut} isMarked />}
    </dl>
  )
}

/** The deductions of a sheet among its amounts: cuts always, penalties and rounding where there are any. */
export function DeductedAmounts({ sheet }: { sheet: SettlementDetail }) {
  const amounts = [
    [cutLabel(sheet), cutOf(sheet)],
    ...[[treatments.penalty.label, sheet.penalty] as const, ['抹零', sheet.rounding] as const].filter(
      ([, value]) => value > 0,
    ),
  ] as const
  return amounts.map(([label, value]) => (
    <div key={label}>
      <dt>
        <Explained label={`${label}(元)`} word={label} />
      </dt>
      <dd>
        <Money value={value} />
      </dd>
    </div>
  ))
}

function Tile({ label, value, isMarked = false }: { label: string; value: Fen; isMarked?: boolean }) {
  return (
    <div className={isMarked ? 'st-tile-marked' : undefined}>
      <dt>
        <Explained label={`${label}(元)`} word={label} />
      </dt>
      <dd>
        <Money value={value} />
      </dd>
    </div>
  )
}
