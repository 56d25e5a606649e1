// The toolbar above a list: views, export, refresh, density, column settings.
import { ColumnHeightOutlined, DownloadOutlined, ReloadOutlined, SettingOutlined } from '@ant-design/icons'
import { Button, Dropdown, Popover } from 'antd'
import { lazy, Suspense, type ReactNode } from 'react'
import { useSettled } from '../../lib/settled.ts'
import type { Column } from './column.tsx'
import { defaultDensity, densities, type Density, type Layout } from './layout.ts'

// lazy() would forget the type of the rows; settings only read key and title
const ColumnSettings = lazy(async () => ({ default: (await import('./ColumnSettings.tsx')).ColumnSettings<never> }))

interface ListToolsProps<Row> {
  columns: readonly Column<Row>[]
  layout: Layout
  onLayout: (next: Layout) => void
  onRefresh: () => void
  /** Absent: the list cannot be exported, or not by this person. */
  onExport: (() => void) | undefined
  isBusy: boolean
  /** Density and columns mean nothing for cards. */
  isPlain: boolean
  /** The views of the list. */
  views: ReactNode
}

export function ListTools<Row>({
  columns,
  layout,
  onLayout,
  onRefresh,
  onExport,
  isBusy,
  isPlain,
  views,
}: ListToolsProps<Row>) {
  const items = Object.entries(densities).map(([key, label]) => ({ key, label }))
  if (!useSettled()) return null
  return (
    <span className="ys-tools">
      {views}
      {onExport && (
        <Button type="text" aria-label="导出" title="导出（E）" icon={<DownloadOutlined />} onClick={onExport} />
      )}
      <Button type="text" aria-label="刷新" title="刷新" icon={<ReloadOutlined spin={isBusy} />} onClick={onRefresh} />
      {!isPlain && (
        <>
          <Dropdown
            trigger={['click']}
            menu={{
              items,
              selectable: true,
              selectedKeys: [layout.density ?? defaultDensity],
              onClick: ({ key }) => onLayout({ ...layout, density: key as Density }),
            }}
          >
            <Button type="text" aria-label="密度" title="密度" icon={<ColumnHeightOutlined />} />
          </Dropdown>
          <Popover
            trigger="click"
            placement="bottomRight"
            title="列设置"
            content={
              <Suspense fallback={null}>
                <ColumnSettings columns={columns as readonly Column<never>[]} layout={layout} onLayout={onLayout} />
              </Suspense>
            }
            destroyOnHidden
          >
            <Button type="text" aria-label="列设置" title="列设置" icon={<SettingOutlined />} />
          </Popover>
        </>
      )}
    </span>
  )
}
