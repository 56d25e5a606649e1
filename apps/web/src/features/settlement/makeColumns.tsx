// The columns of waybills that can be settled, with boxes that say why a row cannot be chosen.
import { screenUrl } from '@yunshu/contract/screens'
import type { SettleableRow } from '@yunshu/contract/settlement/settlement'
import { use } from 'react'
import { moneyColumn, textColumn, timeColumn, weightColumn, type Column } from '../../ui/list/column.tsx'
import { ChoiceContext, choose, useChosenRows } from './makeChoice.ts'
import { barrier } from './pick.ts'

function Box({ row }: { row: SettleableRow }) {
  const store = use(ChoiceContext)
  const chosen = useChosenRows()
  const reason = barrier(row, chosen)
  const isIn = chosen.some(({ waybillId }) => waybillId === row.waybillId)
  return (
    <input
      type="checkbox"
      className="ys-pick"
      aria-label={reason === undefined ? `选择 ${row.waybillNo}` : `${row.waybillNo} 不可选：${reason}`}
      title={reason}
      disabled={reason !== undefined}
      checked={isIn}
      onChange={event => choose(store, [row], event.target.checked)}
    />
  )
}

function Reason({ row }: { row: SettleableRow }) {
  const reason = barrier(row, useChosenRows())
  return reason === undefined ? <span className="ys-weak">可结算</span> : <span className="st-barred">{reason}</span>
}

export const makeColumns: readonly Column<SettleableRow>[] = [
  {
    key: 'box',
    title: '选择',
    width: 60,
    align: 'center',
    fixed: 'start',
    card: 'title',
    render: row => <Box row={row} />,
  },
  {
    key: 'waybillNo',
    title: '运单号',
    width: 180,
    fixed: 'start',
    card: 'title',
    render: row => (
      <a className="ys-link" href={screenUrl('WaybillDetails', { id: row.waybillId })}>
        {row.waybillNo}
      </a>
    ),
  },
  { key: 'reason', title: '结算条件', width: 170, render: row => <Reason row={row} /> },
  textColumn('carrierName', '承运商', row => row.carrierName, { width: 200 }),
  textColumn('plate', '车牌号', row => row.plate, { width: 110 }),
  textColumn('driverName', '司机', row => row.driverName, { width: 90, card: 'hide' }),
  moneyColumn('payable', '应付', row => row.payable),
  moneyColumn('oil', '油卡', row => row.oil, { card: 'hide' }),
  moneyColumn('deducted', '扣款', row => row.deducted, { card: 'hide' }),
  moneyColumn('open', '未付', row => row.open),
  weightColumn('loadWeightG', '装货', row => row.loadWeightG, { width: 110, card: 'hide' }),
  weightColumn('unloadWeightG', '卸货', row => row.unloadWeightG, { width: 110, card: 'hide' }),
  weightColumn('lossG', '亏损', row => row.lossG, { width: 100, card: 'hide' }),
  textColumn('shipperName', '货主', row => row.shipperName, { width: 200 }),
  timeColumn('signedAt', '签收时间', row => row.signedAt),
  textColumn('loadPlace', '装货地', row => row.loadPlace, { width: 260, card: 'hide' }),
  textColumn('unloadPlace', '卸货地', row => row.unloadPlace, { width: 260, card: 'hide' }),
  timeColumn('dueAt', '应付日期', row => row.dueAt, { dayOnly: true, card: 'hide' }),
]
