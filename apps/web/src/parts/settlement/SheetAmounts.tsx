// The parts of a sheet's amount, side by side: what is paid out first, then what it is made of.
import type { SettlementDetail } from '@yunshu/contract/settlement/settlement'
import type { Fen } from '@yunshu/domain/figures/money'
import { Money } from '../../ui/Figures.tsx'
import './sheet.css'

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
      <Tile label="扣款" value={sheet.deducted} isMarked={sheet.deducted > 0} />
      {sheet.carriedIn > 0 && <Tile label="抵扣前欠" value={sheet.carriedIn} isMarked />}
      {sheet.carriedOut > 0 && <Tile label="转下期欠款" value={sheet.carriedOut} isMarked />}
    </dl>
  )
}

function Tile({ label, value, isMarked = false }: { label: string; value: Fen; isMarked?: boolean }) {
  return (
    <div className={isMarked ? 'st-tile-marked' : undefined}>
      <dt>{label}</dt>
      <dd>
        <Money value={value} />
      </dd>
    </div>
  )
}
