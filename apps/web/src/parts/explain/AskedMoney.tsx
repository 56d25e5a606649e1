// An amount people can ask about: a press opens the figures it is made of (金额说明).
import type { Fen } from '@yunshu/domain/figures/money'
import { lazy, Suspense, useState } from 'react'
import { Money } from '../../ui/Figures.tsx'
import { moneyColumn, type Column } from '../../ui/list/column.tsx'
import type { AskedAmount } from './askedAmount.ts'
import './explain.css'

const ExplainDrawer = lazy(() => import('./ExplainDrawer.tsx'))

/** The amount with a dotted line under it; nothing to press where there is none. */
export function AskedMoney({
  asked,
  value,
  strong = false,
}: {
  asked: AskedAmount
  value: Fen | undefined
  strong?: boolean
}) {
  const [isOpen, setOpen] = useState(false)
  if (value === undefined) return <Money value={value} />
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
        <Money value={value} strong={strong} />
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <ExplainDrawer asked={asked} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

/** A column of amounts people can ask about, where `asked` names one. */
export function askedColumn<Row>(
  key: string,
  title: string,
  read: (row: Row) => Fen | undefined,
  { width, asked }: { readonly width?: number; readonly asked: (row: Row) => AskedAmount | undefined },
): Column<Row> {
  return {
    ...moneyColumn(key, title, read, width === undefined ? {} : { width }),
    render: row => {
      const of = asked(row)
      return of === undefined ? <Money value={read(row)} /> : <AskedMoney asked={of} value={read(row)} />
    },
  }
}
