// Layouts kept before a list had columns of two lines: the bare list opens with the columns of today, and what was kept
// becomes a view, told once.
import { useEffect, useMemo, useState } from 'react'
import { useSettingsLoaded } from '../../lib/settings.ts'
import type { Column } from './column.tsx'
import { densityOf, isOldLayout, layoutOfToday, useLayout, type Layout } from './layout.ts'
import { addView, useViews } from './views.ts'

/** The name of the view an old layout becomes. */
export const oldColumns = '原来的列'

/** The layout of a list as it is today; `restore` is there while the change is being told, and brings the old one back. */
export function useLayoutOfToday<Row>(listKey: string, columns: readonly Column<Row>[]) {
  const [stored, setLayout] = useLayout(listKey)
  const [, changeViews] = useViews(listKey)
  const [old, setOld] = useState<Layout>()
  const isLoaded = useSettingsLoaded()
  const isOld = isOldLayout(columns, stored)
  const layout = useMemo(() => (isOld ? densityOf(stored) : stored), [isOld, stored])
  if (isOld && isLoaded && old === undefined) setOld(layoutOfToday(columns, stored))
  useEffect(() => {
    if (!isOld || !isLoaded) return
    const kept = layoutOfToday(columns, stored)
    changeViews(all =>
      all.views.some(({ name }) => name === oldColumns)
        ? all
        : addView(all, { name: oldColumns, filter: '', layout: kept }),
    )
    setLayout(densityOf(stored))
  }, [isOld, isLoaded, stored, columns, changeViews, setLayout])
  return {
    layout,
    setLayout,
    told: old && {
      restore: () => {
        setLayout(old)
        setOld(undefined)
      },
      dismiss: () => setOld(undefined),
    },
  }
}
