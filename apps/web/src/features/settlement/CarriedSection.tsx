// Debt between sheets of one carrier: earlier debts this sheet takes off, and the later sheet that takes off its own.
import { screenUrl } from '@yunshu/contract/screens/screens'
import type { SettlementDetail } from '@yunshu/contract/settlement/settlement'
import { sumFen } from '@yunshu/domain/figures/money'
import { debtOrigins } from '@yunshu/domain/debt'
import { Section } from '../../ui/Facts.tsx'
import { Money } from '../../ui/Figures.tsx'
import { moneyColumn, type Column } from '../../ui/list/column.tsx'
import { SimpleTable } from '../../ui/SimpleTable.tsx'
import { settlementUrl } from './settlementColumns.tsx'

type Carried = SettlementDetail['carried'][number]

const columns: readonly Column<Carried>[] = [
  {
    key: 'settlementNum',
    title: '产生欠款的单据',
    width: 200,
    render: ({ settlementNum, waybill }) =>
      settlementNum === undefined ? (
        waybill && (
          <a className="ys-link" href={screenUrl('WaybillDetails', { id: waybill.id })}>
            {waybill.waybillNo}
          </a>
        )
      ) : (
        <a className="ys-link" href={settlementUrl(settlementNum)}>
          {settlementNum}
        </a>
      ),
  },
  moneyColumn('amount', '本单抵扣', ({ amount }) => amount, { width: 140 }),
]

/** Nothing where no debt is. */
export function CarriedSection({ sheet: { carried, carriedOut, debts, state } }: { sheet: SettlementDetail }) {
  if (carried.length === 0 && carriedOut === 0 && debts.length === 0) return null
  const isOff = state === 'void' || state === 'closed'
  return (
    <Section title="承运商欠款">
      {carried.length > 0 && (
        <SimpleTable
          title="抵扣前欠"
          rows={carried}
          columns={columns}
          rowKey={({ settlementNum, waybill, amount }) => settlementNum ?? `${waybill?.waybillNo ?? ''} ${amount}`}
          sums={{ amount: <Money value={sumFen(carried.map(({ amount }) => amount))} /> }}
        />
      )}
      {carriedOut > 0 && !isOff && (
        <p>
          扣款、油卡与前欠超出应付，本单不付款，承运商欠 <Money value={carriedOut} strong /> 元
          {debts.length === 0 && '，本单支付完成后在其下一张结算单中抵扣'}。
        </p>
      )}
      {debts.map(({ origin, amount, takenBy }) => (
        <p key={`${origin} ${amount} ${takenBy ?? ''}`}>
          {debtOrigins[origin]} <Money value={amount} /> 元，
          {takenBy === undefined ? (
            '待在其下一张结算单中抵扣'
          ) : (
            <>
              已在结算单{' '}
              <a className="ys-link" href={settlementUrl(takenBy)}>
                {takenBy}
              </a>{' '}
              中抵扣
            </>
          )}
          。
        </p>
      ))}
    </Section>
  )
}
