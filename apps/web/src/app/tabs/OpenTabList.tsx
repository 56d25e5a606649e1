// The open pages by name, one under another, each with a button that closes it.
import { activateTab } from '../navigation.ts'
import { Icon } from '../shell/Icon.tsx'
import { askClosing } from './actions.ts'
import { closeTab } from './rules.ts'
import { useShown } from './shown.ts'

/** Calls `onPick` once a page was brought to the front. */
export function OpenTabList({ onPick }: { onPick: () => void }) {
  const { tabs, activeKey } = useShown()
  return (
    <ul className="switcher-list">
      {tabs.map(({ key, meta, isPinned }) => (
        <li key={key} data-active={key === activeKey}>
          <button
            type="button"
            aria-current={key === activeKey ? 'page' : undefined}
            onClick={() => {
              activateTab(key)
              onPick()
            }}
          >
            {meta.title}
          </button>
          {!isPinned && (
            <button
              type="button"
              aria-label={`关闭${meta.title}`}
              onClick={() => {
                void askClosing(row => closeTab(row, key))
              }}
            >
              <Icon name="close" size={16} />
            </button>
          )}
        </li>
      ))}
    </ul>
  )
}
