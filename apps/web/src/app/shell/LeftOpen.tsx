// A quiet line for drawers and dialogs that were open with something typed when their page ended.
import { goOnWith, putAway, useLeftOpen } from '../../lib/leftOpen.ts'
import { visitUrl } from '../navigation.ts'

/** The line names one; the rest follow when it is dealt with. */
export function LeftOpen() {
  const left = useLeftOpen(state => state.left)
  const [latest] = left
  if (!latest) return null
  return (
    <output className="left-open">
      <span>
        “{latest.title}”填写的内容已存草稿{left.length > 1 && `，另有 ${left.length - 1} 份`}
      </span>
      <button
        type="button"
        onClick={() => {
          goOnWith(latest)
          visitUrl(latest.url)
        }}
      >
        继续填写
      </button>
      <button type="button" onClick={() => putAway(left)}>
        收起
      </button>
    </output>
  )
}
