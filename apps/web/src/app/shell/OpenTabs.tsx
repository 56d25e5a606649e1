// The open tabs at the top of the drawer of a phone.
import { OpenTabList } from '../tabs/OpenTabList.tsx'
import { useShown } from '../tabs/shown.ts'

/** The pages that are open, with a button to close each; nothing while only the first is. */
export function OpenTabs({ done }: { done: () => void }) {
  const { tabs } = useShown()
  if (tabs.length < 2) return null
  return (
    <section className="drawer-open" aria-label="打开的页面">
      <p className="side-title" aria-hidden="true">
        打开的页面
      </p>
      <OpenTabList onPick={done} />
    </section>
  )
}
