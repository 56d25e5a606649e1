// The money of a waybill line by line, with a total for each side the person may see.
import type { WaybillDetail } from '@yunshu/contract/waybill'
import { Section } from '../../ui/Facts.tsx'
import { Money, orNothing } from '../../ui/Figures.tsx'
import { EmptyState } from '../../ui/States.tsx'
import { chargesBySide, chargeSides, chargeStateLabels } from './charges.ts'

/** One table; deductions are red. */
export function ChargesSection({ waybill: { charges } }: { waybill: WaybillDetail }) {
  const sides = chargesBySide(charges)
  return (
    <Section title="费用明细">
      {sides.length === 0 ? <EmptyState text="暂无费用，签收后按实际重量计算" /> : (
        <div className="wb-scroll" role="region" aria-label="费用明细表" tabIndex={0}>
          <table className="wb-table">
            <thead><tr><th>费用</th><th>状态</th><th>备注</th><th className="wb-right">金额(元)</th></tr></thead>
            {sides.map(({ side, lines, total }) => (
              <tbody key={side}>
                <tr className="wb-side"><th scope="rowgroup" colSpan={4}>{chargeSides[side]}</th></tr>
                {lines.map((line, index) => (
                  <tr key={index}><td>{line.label}</td><td>{chargeStateLabels[line.state] ?? line.state}</td><td>{orNothing(line.remark)}</td><td className="wb-right"><Money value={line.amount} /></td></tr>
                ))}
                <tr className="wb-total"><th scope="row" colSpan={3}>合计</th><td className="wb-right"><Money value={total} strong /></td></tr>
              </tbody>
            ))}
          </table>
        </div>
      )}
    </Section>
  )
}
