// The parts of a sheet's amount, side by side: what is paid out first, then what it is made of.
import type { SettlementDetail } from '@yunshu/contract/settlement/settlement'
import { subtractFen, type Fen } from '@yunshu/domain/figures/money'
import { Explained } from '../../ui/Explained.tsx'
import { Money } from '../../ui/Figures.tsx'
import './sheet.css'

/** The deductions of a sheet, or of a line of it, without its rounding. */
export const cutOf = ({ deducted, rounding }: { readonly deducted: Fen; readonly rounding: Fen }): Fen =>
  subtractFen(deducted, rounding)

/** Debts of other sheets have a tile only where there are any. */
export function SheetAmounts({ sheet }: { sheet: SettlementDetail }) {
  return (
    <dl className="st-tiles" aria-label="金额">
      <div className="st-tile-due">
        <dt>实付（元）</dt>
        <dd>
          <Money value={sheet.due} strong />
          <small>{sheet.dueInWords}</small>
        </dd>
      </div>
      <Tile label="应付" value={sheet.payable} />
      <Tile label="油卡" value={sheet.oil} />
      {sheet.advanced > 0 && <Tile label="已预付" value={sheet.advanced} />}
      <Tile label="扣款" value={cutOf(sheet)} isMarked={cutOf(sheet) > 0} />
      {sheet.rounding > 0 && <Tile label="抹零" value={sheet.rounding} />}
      {sheet.carriedIn > 0 && <Tile label="抵扣前欠" value={sheet.carriedIn} isMarked />}
      {sheet.carriedOut > 0 && <Tile label="转下期欠款" value={sheet.carriedOut} isMarked />}
    </dl>
  )
}

function Tile({ label, value, isMarked = false }: { label: string; value: Fen; isMarked?: boolean }) {
  return (
    <div className={isMarked ? 'st-tile-marked' : undefined}>
      <dt>
        <Explained label={label} />
      </dt>
      <dd>
        <Money value={value} />
      </dd>
    </div>
  )
}
