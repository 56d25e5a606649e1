// The money of a waybill line by line, with a total for each side the person may see.
import type { WaybillDetail } from '@yunshu/contract/waybill/details'
import { addFen, sumFen } from '@yunshu/domain/figures/money'
import { Section } from '../../ui/Facts.tsx'
import { Money, UnitPriceText } from '../../ui/Figures.tsx'
import { moneyColumn, textColumn, type Column } from '../../ui/list/column.tsx'
import { SimpleTable } from '../../ui/SimpleTable.tsx'
import { chargesBySide, chargeSides } from './charges.ts'

const columns: readonly Column<WaybillDetail['charges'][number]>[] = [
  textColumn('label', '费用', line => line.label, { width: 80, card: 'title' }),
  textColumn('state', '状态', line => line.state, { width: 70, card: 'tag' }),
  moneyColumn('amount', '金额', line => line.amount, { width: 100, card: 'figure' }),
  textColumn('remark', '备注', line => line.remark, { width: 100, cardTitle: '' }),
]

const feeColumns: readonly Column<NonNullable<WaybillDetail['fees']>[number]>[] = [
  textColumn('carrier', '转派承运商', fee => fee.carrierName, { width: 160, card: 'title' }),
  textColumn('state', '状态', fee => (fee.isConfirmed ? '已确认' : '预估'), { width: 70, card: 'tag' }),
  {
    key: 'price',
    title: '单位差价(元)',
    width: 100,
    align: 'right',
    render: fee => <UnitPriceText value={fee.unitPrice} />,
  },
  moneyColumn('amount', '金额', fee => fee.amount, { width: 100, card: 'figure' }),
]

/** One table per side; deductions are red. The house also sees what carriers earn that handed the work down. */
export function ChargesSection({ waybill: { charges, compensated, fees } }: { waybill: WaybillDetail }) {
  const sides = chargesBySide(charges)
  return (
    <Section title="费用明细">
      {sides.length === 0 && <p className="ys-weak">暂无可查看的费用</p>}
      {sides.map(({ side, lines, total }) => (
        <div key={side}>
          <h3 className="wb-side">{chargeSides[side]}</h3>
          <SimpleTable
            title={`${chargeSides[side]}费用`}
            rows={lines}
            columns={columns}
            rowKey={(_, index) => String(index)}
            sums={{ amount: <Money value={total} strong /> }}
          />
          {side === 'SHIPPER' && compensated !== undefined && (
            <p className="ys-weak">
              其中赔付 <Money value={compensated} /> 元：减少应付，不减开票金额，发票按{' '}
              <Money value={addFen(total, compensated)} /> 元开具
            </p>
          )}
        </div>
      ))}
      {fees && (
        <div>
          <h3 className="wb-side">转派差价</h3>
          <SimpleTable
            title="转派差价"
            rows={fees}
            columns={feeColumns}
            rowKey={fee => fee.carrierName}
            sums={{ amount: <Money value={sumFen(fees.map(fee => fee.amount))} strong /> }}
          />
        </div>
      )}
    </Section>
  )
}
