// The columns of carriers that can be paid: how much waits, since when, and what somebody should look at first.
import type { SettleableGroup } from '@yunshu/contract/settlement/settleableGroup'
import { printMoney, sumFen, ZERO_FEN, type Fen } from '@yunshu/domain/figures/money'
import { cashDue } from '@yunshu/domain/settlement/payPlan'
import { sheetMax } from '@yunshu/domain/settlement/settlement'
import { printCount } from '@yunshu/domain/figures/decimal'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { Money, nothing, Time } from '../../ui/Figures.tsx'
import { moneyColumn, type Column, type RowAction } from '../../ui/list/column.tsx'
import { More } from '../../ui/list/RowActions.tsx'

export const groupKey = ({ shipperId, carrierId, bookId }: SettleableGroup): string =>
  `${shipperId} ${carrierId} ${bookId}`

/** The amount the sheet will pay, and the debt it leaves instead where deductions and debts take more. */
export const cashOf = ({
  payable,
  oil,
  advanced,
  deducted,
  owed,
}: SettleableGroup): { readonly cash: Fen; readonly owed: Fen } =>
  cashDue({ payable, oil, deductions: sumFen([advanced, deducted, owed]), paid: ZERO_FEN })

/** The amount the sheets of groups will pay together. */
export const cashOfAll = (groups: readonly SettleableGroup[]): Fen => sumFen(groups.map(group => cashOf(group).cash))

/** The things to look at before a sheet is made, in words; empty where there are none. */
export const odditiesOfGroup = ({ overdue, cut, negative }: SettleableGroup): readonly string[] =>
  [
    overdue > 0 ? `逾期 ${overdue} 笔` : '',
    cut > 0 ? `扣款 ${cut} 笔` : '',
    negative > 0 ? `不够扣 ${negative} 笔` : '',
  ].filter(text => text !== '')

/** The waybills of a group: those of the next sheet, and that there are more. */
export const countText = ({ count, total }: SettleableGroup): string =>
  total > count ? `${printCount(count)} / ${printCount(total)} 笔` : `${printCount(count)} 笔`

function Odd({ group }: { group: SettleableGroup }) {
  const [first, ...others] = odditiesOfGroup(group)
  if (first === undefined) return nothing
  const isLate = group.overdue > 0
  const rest = isLate ? others : [first, ...others]
  return (
    <>
      {isLate && <b className="ys-minus">{first}</b>}
      {isLate && rest.length > 0 && '、'}
      {rest.length > 0 && <span className="st-barred">{rest.join('、')}</span>}
    </>
  )
}

/** Acts on a group: `onMake` asks for its sheet, `onPick` opens its waybills one by one. */
export interface GroupActs {
  readonly onMake: (group: SettleableGroup) => void
  readonly onPick: (group: SettleableGroup) => void
}

/** The acts as a card shows them. */
export const groupActions =
  ({ onMake, onPick }: GroupActs) =>
  (row: SettleableGroup): readonly RowAction[] => [
    { label: '生成结算单', onClick: () => onMake(row) },
    { label: '逐单选择', onClick: () => onPick(row) },
  ]

/** Words about debts: the one this sheet leaves, or the one it takes off. */
function debtText(row: SettleableGroup): ReactNode {
  const { owed } = cashOf(row)
  if (owed > 0) return <span className="st-barred">转欠款 {printMoney(owed)}</span>
  return row.owed > 0 ? `抵前欠 ${printMoney(row.owed)}` : undefined
}

const oldest = (word: string) => (row: SettleableGroup) => (
  <>
    最早{word} <Time value={row.oldestSignedAt} dayOnly />
  </>
)
const count = (row: SettleableGroup) => (
  <span title={row.total > row.count ? `一张结算单最多 ${sheetMax} 笔分期，其余留给下一张` : undefined}>
    {countText(row)}
  </span>
)

/**
 * Columns of the table; `hasShippers` names the shipper too. The money stands beside the carrier; on a tablet (`isNarrow`)
 * what it is made of is left to the sheet.
 */
export const groupColumns = (
  hasShippers: boolean,
  { isCard = false, isNarrow = false, isAdvance = false } = {},
): readonly Column<SettleableGroup>[] => [
  {
    key: 'carrier',
    title: isNarrow && !isCard ? '承运商 / 分期' : hasShippers ? '承运商 / 货主' : '承运商',
    width: isNarrow ? 160 : 200,
    card: 'title',
    render: row => <strong>{row.carrierName}</strong>,
    under: row => (isNarrow && !isCard ? count(row) : hasShippers ? row.shipperName : undefined),
  },
  ...(isNarrow && !isCard
    ? []
    : [
        {
          key: 'count',
          title: isAdvance ? '预付 / 最早接单' : '分期 / 最早签收',
          width: 120,
          card: 'tag' as const,
          render: count,
          under: isCard
            ? oldest(isAdvance ? '接单' : '签收')
            : (row: SettleableGroup) => <Time value={row.oldestSignedAt} dayOnly />,
        },
      ]),
  moneyColumn('due', '实付', row => cashOf(row).cash, { width: isNarrow ? 120 : 125, card: 'figure', under: debtText }),
  {
    key: 'odd',
    title: '核对提示 / 应付日期',
    width: 180,
    card: 'line',
    render: row => <Odd group={row} />,
    under: row =>
      row.dueAt !== undefined && (
        <>
          {isCard && '应付 '}
          <Time value={row.dueAt} dayOnly />
        </>
      ),
  },
  ...(isNarrow && !isCard
    ? []
    : [
        moneyColumn<SettleableGroup>('payable', '应付', row => row.payable, { width: 110, card: 'hide' as const }),
        {
          key: 'less',
          title: '油卡 / 扣款(元)',
          width: 110,
          align: 'right' as const,
          card: 'hide' as const,
          render: (row: SettleableGroup) => <Money value={row.oil} />,
          under: (row: SettleableGroup) => <Money value={row.deducted} />,
        },
      ]),
]

/** The table's last column: the acts of a group as buttons; on a tablet choosing one by one stands in a menu. */
export const groupActsColumn = ({ onMake, onPick }: GroupActs, isNarrow: boolean): Column<SettleableGroup> => ({
  key: 'acts',
  title: '',
  width: isNarrow ? 140 : 180,
  fixed: 'end',
  render: row => (
    <span className="st-group-acts">
      {isNarrow ? (
        <More name={`更多 ${row.carrierName}`} actions={[{ label: '逐单选择', onClick: () => onPick(row) }]}>
          …
        </More>
      ) : (
        <Button size="small" type="text" aria-label={`逐单选择 ${row.carrierName}`} onClick={() => onPick(row)}>
          逐单选择
        </Button>
      )}
      <Button size="small" aria-label={`生成结算单 ${row.carrierName}`} onClick={() => onMake(row)}>
        生成结算单
      </Button>
    </span>
  ),
})
