// The end of a list: how many rows are loaded, a refresh that failed, and the sums.
import { Button } from 'antd'
import type { ComponentProps } from 'react'
import { TotalsLine } from './Foot.tsx'
import { countText } from './StatusTabs.tsx'

interface ListEndProps<Row> extends ComponentProps<typeof TotalsLine<Row>> {
  /** The number of rows, where the list counts them. */
  total: number | undefined
  hasMore: boolean
  isLoadingMore: boolean
  error: Error | null
  onMore: () => void
}

export function ListEnd<Row>({ total, hasMore, isLoadingMore, error, onMore, ...sums }: ListEndProps<Row>) {
  const count = sums.rows.length
  return (
    <div className="ys-list-end">
      <footer className="ys-list-foot" aria-live="polite">
        {count > 0 && (
          <>
            已加载 {count} 条{total !== undefined && hasMore ? `，共 ${countText(total)} 条` : ''}
            {hasMore ? (isLoadingMore ? '，加载中…' : '，向下滚动加载更多') : '，已全部加载'}
          </>
        )}
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
      {count > 0 && <TotalsLine {...sums} />}
    </div>
  )
}
