// Rows of a table drawn some hundred at a time, with the button below them that draws more.
import { Button } from 'antd'
import { useState, type ReactNode } from 'react'
import './ui.css'

/** Rows drawn at first, and with each press on the button. */
const drawnAtOnce = 200

/** Rows that are asked for by pages: how many there are, and the way to the next of them. */
export interface RowPages {
  readonly total: number
  readonly isLoading: boolean
  readonly more: () => void
}

/** The rows to draw, and the button to draw below them where there are more. */
export function useDrawnRows<Row>(all: readonly Row[], pages?: RowPages): { rows: readonly Row[]; more: ReactNode } {
  const [drawn, setDrawn] = useState(drawnAtOnce)
  const rows = all.length > drawn ? all.slice(0, drawn) : all
  const total = pages?.total ?? all.length
  const onMore = (): void => {
    setDrawn(drawn + drawnAtOnce)
    if (all.length < Math.min(total, drawn + drawnAtOnce)) pages?.more()
  }
  const more = total > rows.length && (
    <div className="ys-table-more">
      <span className="ys-weak">
        已显示 {rows.length} 行，共 {total} 行
      </span>
      <Button size="small" loading={pages?.isLoading ?? false} onClick={onMore}>
        显示更多
      </Button>
    </div>
  )
  return { rows, more }
}
