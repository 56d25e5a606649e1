// An amount people can ask about: a press opens the figures it is made of (金额说明).
import type { Fen } from '@yunshu/domain/figures/money'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { Money } from '../../ui/Figures.tsx'
import { moneyColumn, type Column } from '../../ui/list/column.tsx'
import type { AskedAmount } from './askedAmount.ts'
import './explain.css'

const ExplainDrawer = lazy(() => import('./ExplainDrawer.tsx'))

/** A figure with a dotted line under it: a press says how it came. */
export function Asked({ asked, children }: { asked: AskedAmount; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className="ys-asked"
        title="看这个数是怎么来的"
        aria-haspopup="dialog"
        onClick={event => {
          event.stopPropagation()
          setOpen(true)
        }}
      >
        {children}
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <ExplainDrawer asked={asked} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

interface AskedMoneyProps {
  asked: AskedAmount
  value: Fen | undefined
  strong?: boolean
}

/** The amount as people ask about it; nothing to press where there is none. */
export const AskedMoney = ({ asked, value, strong = false }: AskedMoneyProps) =>
  value === undefined ? (
    <Money value={value} />
  ) : (
    <Asked asked={asked}>
      <Money value={value} strong={strong} />
    </Asked>
  )

/** A column of amounts people can ask about, where `asked` names one. */
export function askedColumn<Row>(
  key: string,
  title: string,
  read: (row: Row) => Fen | undefined,
  {
    asked,
    ...drawn
  }: Pick<Column<Row>, 'card'> & {
    readonly width?: number
    readonly asked: (row: Row) => AskedAmount | undefined
  },
): Column<Row> {
  return {
    ...moneyColumn(key, title, read, drawn),
    render: row => {
      const of = asked(row)
      return of === undefined ? <Money value={read(row)} /> : <AskedMoney asked={of} value={read(row)} />
    },
  }
}
