// The title of the document follows the tab in front (SH-16).
import { useEffect } from 'react'
import { loadedConfig } from '../../lib/config.ts'
import { ownRoutes } from '../navigation.ts'
import { documentTitle } from './rules.ts'
import { useShown } from './shown.ts'

/** Keeps the document titled as the tab in front asks; an address without a tab titles itself. */
export function useDocumentTitle(): void {
  const tab = useShown(({ tabs, activeKey }) => tabs.find(({ key }) => key === activeKey))
  const { name, meta } = tab ?? {}
  useEffect(() => {
    if (meta === undefined) return
    // the server names its pages; the tab has been named after its record by now
    const route = ownRoutes().find(each => each.name === name)
    document.title = documentTitle(loadedConfig().product, route?.title ?? meta.title, meta.title)
  }, [name, meta])
}
