// The columns of waybills an input invoice can be bound to, with the amount of each as it is typed.
import type { InputCandidate } from '@yunshu/contract/invoice/input'
import { printMoney, type Fen } from '@yunshu/domain/figures/money'
import { isSupply, type InputClass } from '@yunshu/domain/invoice/inputClass'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { MoneyInput } from '../../ui/fields/FigureInput.tsx'
import { isUnreadable, type Unreadable } from '../../ui/fields/unreadable.ts'
import { moneyColumn, textColumn, timeColumn, type Column } from '../../ui/list/column.tsx'
import { shortCompany } from '../../ui/shortCompany.ts'

/** The cost a class of invoices is for, as candidates show it. */
const costTitles: Readonly<Record<InputClass, string>> = { FREIGHT: '运费成本', FUEL: '已用油费', TOLL: '已归集通行费' }

type Typed = Fen | Unreadable | undefined

/** The reason an amount cannot be bound, in words; undefined where it can. */
export function faultOfAmount(amount: Typed, most: Fen): string | undefined {
  if (amount === undefined) return '请填写金额'
  if (isUnreadable(amount)) return amount.fault
  return amount > 0 && amount <= most ? undefined : `应大于 0，不超过 ${printMoney(most)} 元`
}

interface Binding {
  readonly of: InputClass
  readonly isBusy: boolean
  /** The most that fits into both. */
  readonly mostOf: (row: InputCandidate) => Fen
  readonly amountOf: (row: InputCandidate) => Typed
  readonly onType: (row: InputCandidate, amount: Typed) => void
  readonly onBind: (row: InputCandidate, amount: Fen) => void
  readonly link: (row: InputCandidate) => ReactNode
}

export const candidateColumns = (binding: Binding): readonly Column<InputCandidate>[] => [
  { key: 'no', title: '运单号', width: 170, card: 'title', render: binding.link },
  textColumn<InputCandidate>('plate', '车牌', row => row.plate, { width: 100, card: 'tag' }),
  timeColumn<InputCandidate>('signed', '签收', row => row.signedAt, { dayOnly: true, whole: true, width: 100 }),
  ...(isSupply(binding.of)
    ? [
        textColumn<InputCandidate>('carrier', '承运商', row => shortCompany(row.carrierName), { width: 120 }),
        textColumn<InputCandidate>('providers', '供应商', row => row.providers.join('、'), { width: 110 }),
      ]
    : []),
  moneyColumn<InputCandidate>('cost', costTitles[binding.of], row => row.cost, { width: 110 }),
  moneyColumn<InputCandidate>('open', '可绑定', row => row.open, { width: 110 }),
  {
    key: 'amount',
    title: '本次(元)',
    width: 150,
    align: 'right',
    card: 'figure',
    render: row => <AmountField row={row} binding={binding} />,
  },
  {
    key: 'act',
    title: '操作',
    width: 80,
    render: row => {
      const amount = binding.amountOf(row)
      return (
        <Button
          size="small"
          disabled={binding.isBusy || faultOfAmount(amount, binding.mostOf(row)) !== undefined}
          aria-label={`绑定 ${row.waybillNo}`}
          onClick={() => amount !== undefined && !isUnreadable(amount) && binding.onBind(row, amount)}
        >
          绑定
        </Button>
      )
    },
  },
]

function AmountField({ row, binding }: { row: InputCandidate; binding: Binding }) {
  const amount = binding.amountOf(row)
  const fault = faultOfAmount(amount, binding.mostOf(row))
  return (
    <span className="iv-amount">
      <MoneyInput
        aria-label={`${row.waybillNo} 本次金额`}
        value={amount}
        onChange={next => binding.onType(row, next)}
      />
      {fault !== undefined && (
        <span className="ys-fault" role="alert">
          {fault}
        </span>
      )}
    </span>
  )
}
