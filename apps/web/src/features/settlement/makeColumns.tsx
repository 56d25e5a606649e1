// The columns of waybills that can be settled, with boxes that say why a row cannot be chosen.
import { screenUrl } from '@yunshu/contract/screens/screens'
import type { SettleableRow } from '@yunshu/contract/settlement/settleable'
import { barrierText, settleableListColumns } from '@yunshu/contract/settlement/settleableColumns'
import { partLabel } from '@yunshu/domain/settlement/parts'
import { partHoldActs } from '@yunshu/domain/settlement/partHold'
import { Button } from 'antd'
import { use } from 'react'
import { nothing, tonsText } from '../../ui/Figures.tsx'
import type { Column } from '../../ui/list/column.tsx'
import { drawColumns } from '../../ui/list/drawColumns.tsx'
import { factOf, pairing, withDefaults } from '../../ui/list/twoLines.tsx'
import type { Holding } from './HoldDialog.tsx'
import { HoldContext } from './holdContext.ts'
import { ChoiceContext, chooseParts, useChosenRows } from './makeChoice.ts'
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
const Barrier = ({ row }: { row: SettleableRow }) => (
  <>
    <span className="st-barred" title={barrierText(row)}>
      {barrierText(row)}
    </span>{' '}
    <a className="ys-link" href={screenUrl('WaybillDetails', { id: row.waybillId })}>
      {row.hold === undefined && !row.held && (row.receiptState === 'uploaded' || row.receiptState === 'posted')
        ? '去审核'
        : '查看'}
    </a>
  </>
)

const singles = drawColumns(settleableListColumns, {
  waybillNo: {
    width: 180,
    render: row => (
      <a className="ys-link" href={screenUrl('WaybillDetails', { id: row.waybillId })}>
        {row.waybillNo}
      </a>
    ),
  },
  signedAt: {},
  part: { width: 90 },
  dueAt: { width: 100 },
  barrier: { width: 280, render: row => <Barrier row={row} /> },
  carrierName: { width: 190 },
  shipperName: { width: 190 },
  plate: { width: 100 },
  driverName: { width: 100 },
  payeeName: { width: 120 },
  loadPlace: { width: 180 },
  unloadPlace: { width: 180 },
  itemNames: { width: 140 },
  loadWeight: { width: 110 },
  unloadWeight: { width: 110 },
  loss: { width: 90, render: row => (row.lossG > 0 ? tonsText(row.lossG) : nothing) },
  payable: { width: 120 },
  oil: { width: 110 },
  advanced: { width: 110 },
  deducted: { width: 110 },
  open: { width: 120 },
  owed: { width: 120 },
})
const pair = pairing(singles)

const waybill = pair('waybill', ['waybillNo', 'signedAt'], {
  title: '运单号 / 签收时间',
  width: 160,
  fixed: 'start',
  card: 'title',
})
const dueAt = factOf(singles, 'dueAt')
/** The day it falls due; on a card, which has no heading, with the word. */
const due = {
  ...dueAt,
  title: '到期',
  render: (row: SettleableRow) =>
    row.dueAt === undefined ? (
      nothing
    ) : (
      <>
        {dueAt.render(row)}
        <span className="st-card-word"> 到期</span>
      </>
    ),
}
const part = pair('part', ['part', due], { width: 90 })
const carrier = pair('carrier', ['carrierName', 'shipperName'], { width: 170 })
/** The payee stands beside the driver where it is another one. */
const driver = factOf(singles, 'driverName', {
  title: '司机、收款人',
  render: row => (row.payeeName === row.driverName ? row.driverName : `${row.driverName}　收款 ${row.payeeName}`),
  holds: ['driverName', 'payeeName'],
})
const truck = pair('truck', ['plate', driver], { width: 150 })
const route = pair('route', ['loadPlace', 'unloadPlace'], { width: 160, card: 'hide' })
const weight = pair('weight', ['unloadWeight', 'loss'], {
  title: '卸货 / 亏损(吨)',
  width: 110,
  align: 'right',
  card: 'hide',
})
const payable = pair('payable', ['payable', 'oil'], {
  title: '应付 / 油卡(元)',
  width: 120,
  align: 'right',
  card: 'hide',
})
const open = pair('open', ['open', 'deducted'], {
  title: '未付 / 扣款(元)',
  width: 120,
  align: 'right',
  card: 'figure',
})

/** The columns of the list and of its file. */
export const settleableColumns = withDefaults([waybill, part, carrier, truck, route, weight, payable, open], singles)

/** Holds a part, or lets it go. */
const holdColumn: Column<SettleableRow> = {
  key: 'hold',
  title: '操作',
  width: 110,
  fixed: 'end',
  fits: true,
  // a card has it as its button
  card: 'hide',
  render: row => <HoldButton row={row} />,
}

/** The hold on a part that can be asked for or let go; none where nothing of it is open. */
export function holdingOf(row: SettleableRow): Holding | undefined {
  const { partId: id, version, hold } = row
  if (hold === undefined && row.open <= 0) return undefined
  return { act: hold === undefined ? 'hold' : 'free', id, version, name: settleableName(row), reason: hold?.reason }
}

function HoldButton({ row }: { row: SettleableRow }) {
  const { ask } = use(HoldContext)
  const holding = holdingOf(row)
  if (holding === undefined) return null
  const { act, name } = holding
  return (
    <Button size="small" type="link" aria-label={`${partHoldActs[act].label} ${name}`} onClick={() => ask(holding)}>
      {partHoldActs[act].label}
    </Button>
  )
}

const box: Column<SettleableRow> = {
  key: 'box',
  title: '选择',
  width: 52,
  align: 'center',
  fixed: 'start',
  card: 'title',
  render: row => <Box row={row} />,
}

/** The columns of parts of waybills that can be settled now. */
export const makeColumns: readonly Column<SettleableRow>[] = [
  box,
  ...settleableColumns.filter(({ isHidden }) => isHidden !== true),
  holdColumn,
]

/** The columns of advances of waybills on their way. */
export const advanceColumns: readonly Column<SettleableRow>[] = [
  box,
  { ...waybill, title: '运单号 / 接单时间' },
  carrier,
  truck,
  route,
  pair('advance', [factOf(singles, 'open', { title: '预付额(元)' })], { width: 120, align: 'right', card: 'figure' }),
  holdColumn,
]

/** The columns of waybills that cannot be settled yet: the reason in place of the box. */
export const barredColumns: readonly Column<SettleableRow>[] = [
  waybill,
  part,
  pair('barrier', [factOf(singles, 'barrier', { title: '原因' })], { width: 280, card: 'route' }),
  carrier,
  truck,
  route,
  pair('barred', [factOf(singles, 'payable', { title: '应付(元)' })], { width: 120, align: 'right', card: 'figure' }),
  holdColumn,
]
