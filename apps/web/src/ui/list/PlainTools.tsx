// The tools of a list whose columns nobody arranges: the filter panel, and a menu of the rest.
import { EllipsisOutlined } from '@ant-design/icons'
import { useRef } from 'react'
import { useWalk } from '../../lib/walk.ts'
import type { RowAction } from './column.tsx'
import { FilterButton, type FilterButtonProps, type ListToolsProps } from './ListTools.tsx'
import { More } from './RowActions.tsx'

interface PlainToolsProps extends FilterButtonProps, Pick<ListToolsProps<never>, 'onRefresh' | 'onExport'> {
  /** Acts of this list alone. */
  more: readonly RowAction[]
}

export function PlainTools({ more, onRefresh, onExport, ...filter }: PlainToolsProps) {
  const bar = useRef<HTMLDivElement>(null)
  useWalk(bar, 'x', '.ys-bar-button')
  const actions: readonly RowAction[] = [
    ...more,
    ...(onExport ? [{ label: '导出', onClick: onExport }] : []),
    { label: '刷新', onClick: onRefresh },
  ]
  return (
    <div ref={bar} className="ys-bar-group" role="toolbar" aria-label="列表工具">
      <FilterButton {...filter} />
      <More as="ys-bar-button" name="列表更多操作" actions={actions}>
        <EllipsisOutlined aria-hidden />
      </More>
    </div>
  )
}
