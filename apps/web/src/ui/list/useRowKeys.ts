// Keys of a list: j and k walk the rows, x ticks one and shift x all from the last tick, Space shows one beside the
// list, Enter opens it, / asks, e exports; silent while somebody types or a dialog is open.
import { keyOf } from '../../lib/keys.ts'
import { useDocumentKeys } from '../../lib/useDocumentKeys.ts'
import { chooseRows, clearChosen, walkTo, type ListState } from './listState.ts'

interface RowKeys {
  ids: readonly string[]
  canChoose: boolean
  onMove: (id: string) => void
  onOpen: ((id: string) => void) | undefined
  onSearch?: (() => void) | undefined
  onExport?: (() => void) | undefined
}

/** The rows from the last tick to this one. */
function between(ids: readonly string[], from: string | undefined, to: string): readonly string[] {
  const [a, b] = [from === undefined ? -1 : ids.indexOf(from), ids.indexOf(to)]
  return a < 0 ? [to] : ids.slice(Math.min(a, b), Math.max(a, b) + 1)
}

/** From the rows into what is shown beside them, and back. */
function changePart(from: Element | undefined): void {
  const peek = [...document.querySelectorAll<HTMLElement>('.ys-peek')].find(each => each.checkVisibility())
  const row = peek?.parentElement?.querySelector<HTMLElement>('.ys-row[data-active]')
  const isInside = from !== undefined && peek?.contains(from)
  if (isInside) row?.focus()
  else peek?.focus()
}

const typing = 'input:not([type=checkbox]), textarea, select, [role=dialog], [role=menu], [popover]'
const isTyping = (target: Element | undefined): boolean =>
  (target?.closest(typing) ?? null) !== null ||
  document.querySelector('.ant-modal-wrap:not([style*="display: none"])') !== null

/** Hidden tabs hear nothing: only the list in view listens. */
export function useRowKeys(list: ListState, keys: RowKeys): void {
  const { ids, canChoose, onMove, onOpen, onSearch, onExport } = keys
  const walk = (by: number, takesFocus: boolean): void => {
    const { active } = list.getState()
    const index = active === undefined ? -1 : ids.indexOf(active)
    const next = ids[Math.min(ids.length - 1, Math.max(0, index + by))]
    if (next === undefined) return
    walkTo(list, next, takesFocus)
    onMove(next)
  }
  /** Takes one layer away: what is shown beside the rows, then what is chosen. */
  const close = (): boolean => {
    const { isPeeking, isPinned, chosen } = list.getState()
    if (isPeeking && !isPinned) list.setState({ isPeeking: false, takesFocus: true })
    else if (chosen.size > 0) clearChosen(list)
    else return false
    return true
  }
  /** False: the key means nothing here. */
  const act = (event: KeyboardEvent, target: Element | undefined): boolean => {
    const { active, chosen, anchor, isPeeking, isPinned } = list.getState()
    const key = keyOf(event, 'row')
    const turn = isPeeking ? keyOf(event, 'record') : undefined
    const isOnRow = target?.matches('.ys-row') ?? false
    // arrows scroll and walk other things where no row has the focus
    const isWalk = (key === 'next' || key === 'previous') && (isOnRow || !event.key.startsWith('Arrow'))
    if (isWalk) walk(key === 'next' ? 1 : -1, true)
    else if (turn !== undefined) walk(turn === 'next' ? 1 : -1, !target?.closest('.ys-peek'))
    else if (key === 'ask' && onSearch) onSearch()
    else if (key === 'export' && onExport) onExport()
    else if (keyOf(event, 'all') === 'close') return !isTyping(target) && close()
    else if (active === undefined) return false
    else if (key === 'tick' && canChoose) chooseRows(list, [active], !chosen.has(active))
    else if (key === 'tickTo' && canChoose) chooseRows(list, between(ids, anchor, active), true)
    else if (key === 'open' && onOpen) onOpen(active)
    else if (key === 'peek' && isOnRow) list.setState({ isPeeking: isPinned || !isPeeking })
    else if (key === 'part' && isPeeking) changePart(target)
    else return false
    return true
  }
  useDocumentKeys(event => {
    if (act(event, event.target instanceof Element ? event.target : undefined)) event.preventDefault()
  })
}
