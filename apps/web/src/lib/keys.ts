// The one table of keys of the portal: what each does, where it holds, and when none is heard. The dialog of keys is drawn from it.
import { create } from 'zustand'
import { useOverlays } from './overlay.ts'

interface KeyRow {
  /** The effect in the words of the dialog of keys. */
  readonly does: string
  /** The faces of the keys, and what else does the same. */
  readonly caps: readonly string[]
  /** Names of pressedKey() that mean it; none where a field, the browser or the mouse answers by itself. */
  readonly on?: readonly string[]
  /** Goes on while it is held down. */
  readonly repeats?: true
  /** Heard in a dialog too. */
  readonly inDialogs?: true
}

const table = <const T extends Record<string, Record<string, KeyRow>>>(rows: T): T => rows

/** The places where keys hold, and the keys of each. A new key is a row here and a case where keyOf() is asked. */
export const keyTable = table({
  all: {
    search: { does: '搜索页面、记录与操作', caps: ['S', 'Ctrl K', '⌘ K'], on: ['s', 'mod+k'] },
    close: { does: '关闭一层：下拉、搜索、弹窗', caps: ['Esc'], on: ['Escape'] },
    help: { does: '快捷键一览', caps: ['?'], on: ['?'] },
  },
  row: {
    next: { does: '下一行', caps: ['J', '↓'], on: ['j', 'ArrowDown'], repeats: true },
    previous: { does: '上一行', caps: ['K', '↑'], on: ['k', 'ArrowUp'], repeats: true },
    peek: { does: '预览当前行', caps: ['空格'], on: [' '] },
    part: { does: '进出预览', caps: ['F6'], on: ['F6'] },
    open: { does: '打开当前行', caps: ['Enter'], on: ['Enter'] },
    tick: { does: '勾选当前行', caps: ['X'], on: ['x'] },
    tickTo: { does: '勾选到当前行', caps: ['Shift X'], on: ['X'] },
    ask: { does: '填写条件', caps: ['/'], on: ['/'] },
    export: { does: '导出', caps: ['E'], on: ['e'] },
    query: { does: '按条件查询', caps: ['Enter'] },
  },
  record: {
    previous: { does: '列表中的上一单', caps: ['['], on: ['['] },
    next: { does: '列表中的下一单', caps: [']'], on: [']'] },
  },
  drawer: {
    previous: { does: '列表中的上一条', caps: ['['], on: ['['], inDialogs: true },
    next: { does: '列表中的下一条', caps: [']'], on: [']'], inDialogs: true },
  },
  inbox: {
    act: { does: '办理当前单据（审核通过或付款）', caps: ['A'], on: ['a'] },
    refuse: { does: '驳回当前单据', caps: ['R'], on: ['r'] },
    later: { does: '放到稍后，看下一单', caps: ['H'], on: ['h'] },
  },
  today: {
    next: { does: '下一件', caps: ['J', '↓'], on: ['j', 'ArrowDown'], repeats: true },
    previous: { does: '上一件', caps: ['K', '↑'], on: ['k', 'ArrowUp'], repeats: true },
    act: { does: '打开办理', caps: ['Enter', 'A'], on: ['a'] },
    refuse: { does: '打开驳回、拒绝或异议', caps: ['R'], on: ['r'] },
    later: { does: '稍后处理', caps: ['H'], on: ['h'] },
  },
  tabs: {
    walk: { does: '在标签页之间移动', caps: ['←', '→', 'Home', 'End'] },
    open: { does: '打开选中的标签页', caps: ['Enter'] },
    close: { does: '关闭选中的标签页', caps: ['Delete', '鼠标中键'] },
    refresh: { does: '刷新当前标签页', caps: ['双击标签'] },
    menu: { does: '标签页菜单', caps: ['右键'] },
  },
  form: { send: { does: '提交表单', caps: ['Ctrl Enter', '⌘ Enter'] } },
  desk: {
    next: { does: '下一单', caps: ['J', ']'], on: ['j', ']'] },
    previous: { does: '上一单', caps: ['K', '['], on: ['k', '['] },
    confirm: { does: '打开通过，Enter 办理', caps: ['A'], on: ['a'] },
    refuse: { does: '打开驳回', caps: ['R'], on: ['r'] },
    later: { does: '放到稍后，看下一单', caps: ['H'], on: ['h'] },
    reason: { does: '选驳回原因', caps: ['1', '–', '5'], on: ['1', '2', '3', '4', '5'] },
  },
  photo: {
    previous: { does: '上一张', caps: ['←'], on: ['ArrowLeft'], repeats: true, inDialogs: true },
    next: { does: '下一张', caps: ['→'], on: ['ArrowRight'], repeats: true, inDialogs: true },
    larger: { does: '放大', caps: ['+'], on: ['+', '='], repeats: true, inDialogs: true },
    smaller: { does: '缩小', caps: ['-'], on: ['-'], repeats: true, inDialogs: true },
    turn: { does: '转一下', caps: ['O'], on: ['o'], inDialogs: true },
  },
})
export type KeyPlace = keyof typeof keyTable

/** The time a record stands in view after an act before a key means it, ms. */
export const restMs = 600

/** The places in the words of the dialog of keys. */
export const keyPlaces: Readonly<Record<KeyPlace, string>> = {
  all: '到处',
  row: '列表',
  record: '单据',
  drawer: '列表旁的单据',
  inbox: '付款待办',
  today: '今日',
  tabs: '标签页',
  form: '表单',
  desk: '回单审核',
  photo: '看图',
}

/** The keys of a place with their names. */
export const keysAt = (place: KeyPlace): readonly (readonly [string, KeyRow])[] => Object.entries(keyTable[place])

const useKeySwitch = create<{ readonly isOn: boolean }>(() => ({ isOn: true }))

/** The switch 单键快捷键 of the person: off, no key of one character does anything (WCAG 2.1.4). */
export const allowSingleKeys = (isOn: boolean): void => useKeySwitch.setState({ isOn })

type Press = Pick<
  KeyboardEvent,
  | 'key'
  | 'code'
  | 'shiftKey'
  | 'ctrlKey'
  | 'metaKey'
  | 'altKey'
  | 'repeat'
  | 'isComposing'
  | 'defaultPrevented'
  | 'target'
>

/** Marks of a keyboard by their place, without and with Shift: an input method hides them. */
const marks: Readonly<Record<string, readonly [string, string]>> = {
  BracketLeft: ['[', '{'],
  BracketRight: [']', '}'],
  Slash: ['/', '?'],
  Minus: ['-', '_'],
  Equal: ['=', '+'],
  Space: [' ', ' '],
}

/**
 * The name of what was pressed: a character, a key as the browser names it, or `mod+` and one with Ctrl or ⌘. A Chinese
 * input method answers Process, 【 or ？: there the place on the keyboard says it.
 */
export function pressedKey({ key, code, shiftKey, ctrlKey, metaKey, altKey }: Press): string {
  if (altKey) return ''
  const isSaid = /^[ -~]$/.test(key) || (key.length > 1 && !['Process', 'Dead', 'Unidentified'].includes(key))
  const placed = /^Key[A-Z]$/.test(code) ? code.charAt(3) : (marks[code]?.[shiftKey ? 1 : 0] ?? '')
  const name = isSaid ? key : placed
  // Caps Lock is no Shift
  const cased = /^[a-z]$/i.test(name) ? (shiftKey ? name.toUpperCase() : name.toLowerCase()) : name
  return ctrlKey || metaKey ? `mod+${cased.toLowerCase()}` : cased
}

const typed =
  'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable=true], [role=menu]:not(.header-menu), [role=listbox], [role=combobox]'
const fields = `${typed}, [role=dialog]`
/** Arrows choose in these, also in a dialog. */
const fieldsInDialogs = `${typed}, [role=radiogroup]`
const dialogs = '.ant-modal-wrap:not([style*="display: none"]), .ant-drawer-open'
/** Space and Enter belong to these when they have the focus. */
const pressable = 'a, button, input, summary, [role=button], [role=tab], [role=menuitem]'

function isHeard({ target, repeat }: Press, pressed: string, row: KeyRow): boolean {
  // a call under way covers the page: its end decides what a key would mean
  if (useOverlays.getState().texts.length > 0) return false
  if (pressed === 'Escape') return true
  if (repeat && !row.repeats) return false
  if (pressed.startsWith('mod+')) return true
  const isAt = (places: string): boolean => target instanceof Element && target.closest(places) !== null
  const isSpoken = pressed === ' ' || pressed === 'Enter'
  if (pressed.length === 1 && !isSpoken && !useKeySwitch.getState().isOn) return false
  if (row.inDialogs) return !isAt(fieldsInDialogs)
  return !isAt(fields) && !(isSpoken && isAt(pressable)) && document.querySelector(dialogs) === null
}

/** True for what stands under the uppermost dialog: its keys are silent. */
export function isUnderDialog(element: Element | null): boolean {
  const top = [...document.querySelectorAll(dialogs)].at(-1)
  return top !== undefined && !top.contains(element)
}

/**
 * The row of a place that a press means; none in fields, while composing, under a dialog, on repeats, or when switched
 * off.
 */
export function keyOf<P extends KeyPlace>(event: Press, place: P): (keyof (typeof keyTable)[P] & string) | undefined {
  if (event.isComposing || event.defaultPrevented) return undefined
  const pressed = pressedKey(event)
  const found = keysAt(place).find(([, { on }]) => on?.includes(pressed))
  return found && isHeard(event, pressed, found[1]) ? (found[0] as keyof (typeof keyTable)[P] & string) : undefined
}
