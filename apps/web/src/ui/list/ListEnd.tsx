// The foot of a list: how many rows there are, a refresh that failed, and the sums, once.
import { printCount } from '@yunshu/domain/figures/decimal'
import { Button } from 'antd'
import { useState, type ComponentProps, type ReactNode } from 'react'
import { useChosen } from './BulkBar.tsx'
import { TotalsLine } from './Foot.tsx'
import { countText } from './StatusTabs.tsx'

interface ListEndProps<Row> extends ComponentProps<typeof TotalsLine<Row>> {
  /** The number of rows, where the list counts them. */
  total: number | undefined
  hasMore: boolean
  isLoadingMore: boolean
  /** The rows are those of the former filter. */
  isOutdated: boolean
  error: Error | null
  onMore: () => void
  /** In place of the sums of the columns. */
  foot: ReactNode
  /** On phones: views and the primary act; sums wait behind a tap there. */
  extra: ReactNode
}

/** The number of rows, in all where it is known. */
function countedRows(count: number, total: number | undefined, hasMore: boolean): string {
  if (!hasMore) return `${printCount(count)} 条`
  return total === undefined
    ? `已加载 ${printCount(count)} 条`
    : `${countText(total)} 条，已加载 ${printCount(count)} 条`
}

export function ListEnd<Row>(props: ListEndProps<Row>) {
  const { total, hasMore, isLoadingMore, isOutdated, error, onMore, foot, extra, ...sums } = props
  const [isOpen, setOpen] = useState(false)
  const count = isOutdated ? 0 : sums.rows.length
  const chosen = useChosen(sums.rows, sums.rowKey)
  const known = sums.totals?.sums ?? {}
  const hasSums =
    Boolean(foot) ||
    sums.columns.some(({ totals = [] }) => totals.some(({ key }) => chosen.length > 0 || known[key] !== undefined))
  return (
    <div className="ys-list-end">
      <footer className="ys-list-foot" aria-live="polite">
        {isOutdated ? '正在查询…' : count > 0 && countedRows(count, total, hasMore)}
        {isLoadingMore && '，加载中…'}
        {error && count > 0 && (
          <span className="ys-fault">
            {' '}
            刷新失败：{error.message}{' '}
            <Button type="link" size="small" onClick={onMore}>
              重试
            </Button>
          </span>
        )}
      </footer>
      {count > 0 && extra && hasSums && (
        <button type="button" className="ys-link" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          合计
        </button>
      )}
      {extra}
      {foot
        ? (!extra || isOpen) && foot
        : count > 0 &&
          (!extra || isOpen) && <TotalsLine {...sums} isWhole={sums.totals?.summed === (hasMore ? total : count)} />}
    </div>
  )
}
