// The queue of receipts at the left of the desk: number, plate, loss and age; folded to a line in narrow windows.
import type { WaybillRow } from '@yunshu/contract/waybill/waybill'
import { Button } from 'antd'
import { useEffect, useRef } from 'react'
import { tonsText } from '../../ui/Figures.tsx'
import { Age } from '../../ui/list/Age.tsx'

interface DeskQueueProps {
  rows: readonly WaybillRow[]
  id: string
  /** Records that were looked at and can be passed together. */
  looked: readonly string[]
  hasMore: boolean
  isLoadingMore: boolean
  onMore: () => void
  onShow: (id: string) => void
}

/** The row in view is kept in sight. */
export function DeskQueue({ rows, id, looked, hasMore, isLoadingMore, onMore, onShow }: DeskQueueProps) {
  const shown = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // the newest browsers answer a promise, which an effect must not answer
    shown.current?.scrollIntoView({ block: 'nearest' })
  }, [id])
  return (
    <nav className="desk-queue" aria-label="待审核的回单">
      <ul>
        {rows.map(row => (
          <li key={row.id}>
            <button
              ref={row.id === id ? shown : undefined}
              type="button"
              aria-current={row.id === id}
              onClick={() => onShow(row.id)}
            >
              <span className="desk-no">{row.waybillNo}</span>
              <span className="desk-beside">
                {row.plate}
                {row.lossG !== undefined && row.lossG > 0 && <span>亏 {tonsText(row.lossG)}</span>}
                {looked.includes(row.id) && <span className="desk-looked">已看</span>}
                <span className="desk-age">
                  <Age at={row.stateSince ?? row.createdAt} />
                </span>
              </span>
            </button>
          </li>
        ))}
      </ul>
      {hasMore && (
        <Button type="text" block loading={isLoadingMore} onClick={onMore}>
          更多
        </Button>
      )}
    </nav>
  )
}
