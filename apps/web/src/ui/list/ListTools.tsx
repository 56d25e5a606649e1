// The tools of a list beside its search, one stop of the Tab key: the filter panel, order, views, and a menu of the rest.
import { DownOutlined, EllipsisOutlined, FilterOutlined } from '@ant-design/icons'
import { Popover } from 'antd'
import { lazy, Suspense, useRef, useState, type ReactNode } from 'react'
import { useSettled } from '../../lib/settled.ts'
import { useWalk } from '../../lib/walk.ts'
import type { Column, RowAction } from './column.tsx'
import { densities, type Density, type Layout } from './layout.ts'
import { More } from './RowActions.tsx'

// lazy() would forget the type of the rows; settings only read key and title
const ColumnSettings = lazy(async () => ({ default: (await import('./ColumnSettings.tsx')).ColumnSettings<never> }))

export interface ListToolsProps<Row> {
  columns: readonly Column<Row>[]
  layout: Layout
  onLayout: (next: Layout) => void
  onRefresh: () => void
  /** Absent: the list cannot be exported, or not by this person. */
  onExport: (() => void) | undefined
  /** Acts of this list alone. */
  more: readonly RowAction[] | undefined
  /** Density and columns mean nothing for cards. */
  isPlain: boolean
  /** The number of conditions set; undefined where the list has no filter panel. */
  conditions: number | undefined
  isFilterOpen: boolean
  onFilter: () => void
  /** The order of the rows. */
  sort: ReactNode
  /** The views of the list. */
  views: ReactNode
}

export function ListTools<Row>(props: ListToolsProps<Row>) {
  const { columns, layout, onLayout, onRefresh, onExport, isPlain, conditions, isFilterOpen, onFilter } = props
  const { sort, views, more = [] } = props
  const [isArranging, setArranging] = useState(false)
  const isSettled = useSettled()
  const bar = useRef<HTMLDivElement>(null)
  useWalk(bar, 'x', '.ys-bar-button')
  const hasLines = columns.some(({ under }) => under)
  const turn = (Object.keys(densities) as Density[]).find(each => each !== (layout.density ?? 'medium')) ?? 'medium'
  const actions: readonly RowAction[] = [
    ...more,
    ...(isPlain ? [] : [{ label: '列设置', onClick: () => setArranging(true) }]),
    ...(isPlain || !hasLines
      ? []
      : [{ label: `每格${densities[turn]}显示`, onClick: () => onLayout({ ...layout, density: turn }) }]),
    ...(onExport ? [{ label: '导出', onClick: onExport }] : []),
    { label: '刷新', onClick: onRefresh },
  ]
  return (
    <div ref={bar} className="ys-bar-group" role="toolbar" aria-label="列表工具">
      {conditions !== undefined && <FilterButton {...{ conditions, isFilterOpen, onFilter }} />}
      {sort}
      {isSettled && views}
      <Popover
        open={isArranging}
        onOpenChange={isOpen => {
          if (!isOpen) setArranging(false)
        }}
        trigger="click"
        placement="bottomRight"
        title="列设置"
        destroyOnHidden
        content={
          <Suspense fallback={null}>
            <ColumnSettings columns={columns as readonly Column<never>[]} layout={layout} onLayout={onLayout} />
          </Suspense>
        }
      >
        <span>
          <More as="ys-bar-button" name="列表更多操作" actions={actions}>
            <EllipsisOutlined aria-hidden />
          </More>
        </span>
      </Popover>
    </div>
  )
}

export interface FilterButtonProps extends Pick<ListToolsProps<never>, 'isFilterOpen' | 'onFilter'> {
  conditions: number
}

export const FilterButton = ({ conditions, isFilterOpen, onFilter }: FilterButtonProps) => (
  <button
    type="button"
    className="ys-bar-button"
    aria-expanded={isFilterOpen}
    aria-label={conditions === 0 ? '筛选' : `筛选 ${conditions}`}
    onClick={onFilter}
  >
    <FilterOutlined aria-hidden /> <span className="ys-bar-word">筛选</span>
    {conditions > 0 && <span className="ys-bar-count">{conditions}</span>}
  </button>
)

/** The sign of a button that opens something. */
export const opens = <DownOutlined aria-hidden className="ys-bar-opens" />
