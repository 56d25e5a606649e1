// The columns of waybills that can be settled, with boxes that say why a row cannot be chosen.
import { screenUrl } from '@yunshu/contract/screens/screens'
import type { SettleableRow } from '@yunshu/contract/settlement/settleable'
import { partLabel } from '@yunshu/domain/settlement/parts'
import { partHoldActs } from '@yunshu/domain/settlement/partHold'
import { Button } from 'antd'
import { use } from 'react'
import { Money, tonsText, Time } from '../../ui/Figures.tsx'
import { moneyColumn, textColumn, weightColumn, type Column } from '../../ui/list/column.tsx'
import { HoldContext } from './holdContext.ts'
import { ChoiceContext, chooseParts, useChosenRows } from './makeChoice.ts'
import { shortPlace } from '../../ui/placeText.ts'
import { barrierOfRow } from './pick.ts'

/** The waybill of a row, and its part. */
export const settleableName = ({ waybillNo, part }: Pick<SettleableRow, 'waybillNo' | 'part'>): string =>
  `${waybillNo} ${partLabel(part)}`

function Box({ row }: { row: SettleableRow }) {
  const store = use(ChoiceContext)
  const chosen = useChosenRows()
  const reason = barrierOfRow(row, chosen)
  const isIn = chosen.some(({ partId }) => partId === row.partId)
  const name = settleableName(row)
  return (
    <input
      type="checkbox"
      className="ys-pick"
      aria-label={reason === undefined ? `选择 ${name}` : `${name} 不可选：${reason}`}
      title={reason}
      disabled={reason !== undefined}
      checked={isIn}
      onChange={event => chooseParts(store, [row], event.target.checked)}
    />
  )
}

/** The turn a waybill waits for before it can be settled, and the button that leads on. */
function Barrier({ row }: { row: SettleableRow }) {
  const said = row.hold
    ? { text: `已暂缓：${row.hold.reason}（${row.hold.by}）`, act: '查看' }
    : row.held
      ? { text: '前一张结算单有支付异常，等待处理', act: '查看' }
      : barriers[row.receiptState]
  return (
    <>
      <span className="st-barred">{said.text}</span>{' '}
      <a className="ys-link" href={screenUrl('WaybillDetails', { id: row.waybillId })}>
        {said.act}
      </a>
    </>
  )
}

const barriers: Readonly<Record<SettleableRow['receiptState'], { readonly text: string; readonly act: string }>> = {
  none: { text: '回单未上传，等承运商上传', act: '查看' },
  waiting: { text: '回单未上传，等承运商上传', act: '查看' },
  uploaded: { text: '回单待审核', act: '去审核' },
  rejected: { text: '回单已驳回，等承运商重新上传', act: '查看' },
  posted: { text: '原件已寄出，收到后审核', act: '去审核' },
  confirmed: { text: '可以结算', act: '查看' },
}

const waybillColumn: Column<SettleableRow> = {
  key: 'waybillNo',
  title: '运单号 / 签收时间',
  width: 160,
  fixed: 'start',
  card: 'title',
  render: row => (
    <a className="ys-link" href={screenUrl('WaybillDetails', { id: row.waybillId })}>
      {row.waybillNo}
    </a>
  ),
  under: row => <Time value={row.signedAt} />,
}
const carrierColumn = textColumn<SettleableRow>('carrierName', '承运商 / 货主', row => row.carrierName, {
  width: 170,
  under: row => row.shipperName,
})
const truckColumn = textColumn<SettleableRow>('plate', '车牌号 / 司机', row => row.plate, {
  width: 100,
  under: row => row.driverName,
})
const routeColumn = textColumn<SettleableRow>('route', '装货地 / 卸货地', row => shortPlace(row.loadPlace), {
  width: 160,
  card: 'hide',
  under: row => shortPlace(row.unloadPlace),
})

const payeeColumn = textColumn<SettleableRow>('payeeName', '收款人', row => row.payeeName, {
  width: 100,
  card: 'hide',
})

/** The part of the waybill, and when it is due. */
const partColumn = textColumn<SettleableRow>('part', '分期 / 到期', row => partLabel(row.part), {
  width: 90,
  under: row => row.dueAt !== undefined && <Time value={row.dueAt} dayOnly />,
})

/** Holds a part, or lets it go. */
const holdColumn: Column<SettleableRow> = {
  key: 'hold',
  title: '操作',
  width: 90,
  card: 'line',
  render: row => <HoldButton row={row} />,
}

function HoldButton({ row }: { row: SettleableRow }) {
  const { ask } = use(HoldContext)
  if (row.hold === undefined && row.open <= 0) return null
  const act = row.hold === undefined ? 'hold' : 'free'
  const { partId: id, version, hold } = row
  const name = settleableName(row)
  return (
    <Button
      size="small"
      type="link"
      aria-label={`${partHoldActs[act].label} ${name}`}
      onClick={() => ask({ act, id, version, name, reason: hold?.reason })}
    >
      {partHoldActs[act].label}
    </Button>
  )
}

/** The columns of parts of waybills that can be settled now. */
export const makeColumns: readonly Column<SettleableRow>[] = [
  {
    key: 'box',
    title: '选择',
    width: 52,
    align: 'center',
    fixed: 'start',
    card: 'title',
    render: row => <Box row={row} />,
  },
  waybillColumn,
  partColumn,
  carrierColumn,
  payeeColumn,
  truckColumn,
  routeColumn,
  weightColumn('unloadWeightG', '卸货 / 亏损', row => row.unloadWeightG, {
    width: 100,
    card: 'hide',
    under: row => row.lossG > 0 && tonsText(row.lossG),
  }),
  moneyColumn('payable', '应付 / 油卡', row => row.payable, { width: 120, under: row => <Money value={row.oil} /> }),
  moneyColumn('open', '未付 / 扣款', row => row.open, {
    width: 120,
    card: 'figure',
    under: row => <Money value={row.deducted} />,
  }),
  holdColumn,
]

/** The columns of advances of waybills on their way. */
export const advanceColumns: readonly Column<SettleableRow>[] = [
  ...makeColumns.slice(0, 1),
  { ...waybillColumn, title: '运单号 / 接单时间' },
  carrierColumn,
  { ...payeeColumn, card: 'line' },
  truckColumn,
  routeColumn,
  moneyColumn('open', '预付额', row => row.open, { card: 'figure' }),
  holdColumn,
]

/** The columns of waybills that cannot be settled yet: the reason in place of the box. */
export const barredColumns: readonly Column<SettleableRow>[] = [
  waybillColumn,
  partColumn,
  { key: 'reason', title: '原因', width: 280, card: 'route', render: row => <Barrier row={row} /> },
  carrierColumn,
  truckColumn,
  routeColumn,
  moneyColumn('payable', '应付', row => row.payable, { card: 'figure' }),
  holdColumn,
]
