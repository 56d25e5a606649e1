// The head of a drawer that shows a row: the moves open now, beside its papers.
import type { ReactNode } from 'react'
import { ActButtons } from './ActButtons.tsx'
import type { RowAction } from './column.tsx'

/** `actions` is undefined until the record is known. */
export const DrawerActs = ({
  actions,
  children,
}: {
  actions: readonly RowAction[] | undefined
  children?: ReactNode
}) => (
  <div className="ys-peek-acts">
    {children}
    {actions && <ActButtons actions={actions} />}
  </div>
)
