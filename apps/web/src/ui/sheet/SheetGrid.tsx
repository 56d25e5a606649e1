// A sheet people fill in like a spreadsheet: one input that sits on the active cell, keys, blocks from Excel, and
// faults at their cells (decision 016).
import {
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
  type ClipboardEvent,
  type KeyboardEvent,
  type PointerEvent,
  type Ref,
  type RefObject,
} from 'react'
import { sheetKey } from './keys.ts'
import {
  chooseCell,
  clearChosen,
  copyText,
  pasteBlock,
  readBlock,
  writeCell,
  type LeftOut,
  type Sheet,
  type SheetFaults,
} from './sheet.ts'
import { SheetTable, type SheetColumn, type SheetInfo } from './SheetTable.tsx'
import './sheet.css'

interface SheetGridProps {
  /** Read aloud as the sheet's name. */
  title: string
  sheet: Sheet
  columns: readonly SheetColumn[]
  info: readonly SheetInfo[]
  faults: SheetFaults
  onChange: (next: Sheet) => void
  /** Called with the parts of a pasted block that did not go in. */
  onLeftOut: (left: LeftOut) => void
  /** Ctrl + Enter. */
  onSubmit: () => void
  /** In a narrow window its rows are cards. */
  isCards?: boolean
  ref?: Ref<SheetHandle>
}

/** Brings the keyboard to the active cell. */
export interface SheetHandle {
  readonly focus: () => void
}

/** The text being typed into the active cell; in `edit` arrows move the caret, otherwise they leave the cell. */
interface Draft {
  readonly text: string
  readonly mode: 'type' | 'edit'
}

export function SheetGrid(props: SheetGridProps) {
  const { title, sheet, columns, info, faults, onChange, onLeftOut, onSubmit, isCards = false, ref } = props
  const id = useId()
  const inner = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const [draft, setDraft] = useState<Draft>()
  const { row, column } = sheet.anchor
  const active = sheet.rows[row]
  const text = active?.cells[column] ?? ''
  const fault = active && faults.get(active.id)?.get(column)

  useInputOnCell({ inner, input, columns }, sheet.anchor, { text, isTyping: draft !== undefined })
  useImperativeHandle(ref, () => ({ focus: () => input.current?.focus({ preventScroll: true }) }), [])
  /** The sheet with what was typed. */
  const kept = (): Sheet => (draft === undefined ? sheet : writeCell(sheet, draft.text.trim()))
  const settle = (next: Sheet): void => {
    setDraft(undefined)
    if (next !== sheet) onChange(next)
  }
  const { press, stay } = useSheetKeys({ sheet, faults, kept, settle, text, draft, onDraft: setDraft, onSubmit })
  const { takeBlock, giveBlock } = blocksOf({ sheet, columns, settle, onLeftOut, isTyping: draft !== undefined })
  const { begin, draw, end } = useSheetPointer({
    inner,
    input,
    sheet,
    kept,
    settle,
    isTyping: draft !== undefined,
    onEdit: () => setDraft({ text, mode: 'edit' }),
  })
  const options = columns[column]?.options
  return (
    <div className="sg-box">
      <div
        ref={inner}
        className="sg-inner"
        onPointerDown={begin}
        onPointerMove={draw}
        onPointerUp={end}
        onDoubleClick={() => {
          if (draft === undefined) setDraft({ text, mode: 'edit' })
        }}
      >
        <SheetTable {...{ title, sheet, columns, info, faults, isCards }} />
        <input
          ref={input}
          className={`sg-input${fault === undefined ? '' : ' sg-bad'}${columns[column]?.align === 'right' ? ' sg-right' : ''}`}
          value={draft?.text ?? text}
          readOnly={!active}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="next"
          aria-label={`${columns[column]?.title ?? ''} 第${row + 1}行`}
          aria-invalid={fault !== undefined}
          aria-describedby={`${id}-fault`}
          {...(options && draft ? { list: `${id}-options` } : {})}
          onChange={({ target }) => setDraft({ text: target.value, mode: draft?.mode ?? 'type' })}
          onFocus={({ target }) => {
            stay()
            target.select()
          }}
          onBlur={() => settle(kept())}
          onKeyDown={press}
          onPaste={takeBlock}
          onCopy={event => giveBlock(event, false)}
          onCut={event => giveBlock(event, true)}
        />
        {options && <Options id={`${id}-options`} options={options} />}
      </div>
      <p id={`${id}-fault`} className="sg-fault" aria-live="polite">
        {fault === undefined ? '' : `第${row + 1}行 ${columns[column]?.title ?? ''}：${fault}`}
      </p>
    </div>
  )
}

function Options({ id, options }: { id: string; options: readonly string[] }) {
  return (
    <datalist id={id}>
      {options.map(each => (
        <option key={each} value={each}>
          {each}
        </option>
      ))}
    </datalist>
  )
}

interface OnCell {
  inner: RefObject<HTMLElement | null>
  input: RefObject<HTMLInputElement | null>
  /** Their widths place the cells. */
  columns: readonly SheetColumn[]
}

/** The input sits on the active cell, whose text is chosen, so that typing replaces it. */
function useInputOnCell(
  { inner, input, columns }: OnCell,
  { row, column }: Sheet['anchor'],
  { text, isTyping }: { text: string; isTyping: boolean },
): void {
  useLayoutEffect(() => {
    const cell = inner.current?.querySelector<HTMLElement>(`[data-cell="${row} ${column}"]`)
    const field = input.current
    if (!cell || !field) return
    const place = (): void => {
      // a cell of a card keeps its title in sight
      const title = Number(getComputedStyle(cell, '::before').height.replace('px', '')) || 0
      Object.assign(field.style, {
        left: `${cell.offsetLeft}px`,
        top: `${cell.offsetTop + title}px`,
        width: `${cell.offsetWidth}px`,
        height: `${cell.offsetHeight - title}px`,
      })
    }
    place()
    // cells grow and shrink with the window
    const observer = new ResizeObserver(place)
    observer.observe(cell)
    if (document.activeElement === field) cell.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    return () => observer.disconnect()
  }, [inner, input, row, column, columns])
  useLayoutEffect(() => {
    if (!isTyping && document.activeElement === input.current) input.current?.select()
  }, [input, isTyping, row, column, text])
}

interface SheetKeys extends Pick<SheetGridProps, 'sheet' | 'faults' | 'onSubmit'> {
  kept: () => Sheet
  settle: (next: Sheet) => void
  /** Of the active cell. */
  text: string
  draft: Draft | undefined
  onDraft: (next: Draft | undefined) => void
}

/** The keys of the sheet; after Esc a Tab leaves it, until `stay`. */
function useSheetKeys({ sheet, faults, kept, settle, text, draft, onDraft, onSubmit }: SheetKeys) {
  const leaving = useRef(false)
  const press = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Tab' && leaving.current) return
    leaving.current = event.key === 'Escape' && draft === undefined
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      settle(kept())
      return onSubmit()
    }
    const act = sheetKey(event, { sheet, kept, faults, mode: draft?.mode })
    if (act === undefined) return
    event.preventDefault()
    if (act === 'cancel') return onDraft(undefined)
    if (act === 'edit') {
      onDraft({ text, mode: 'edit' })
      // the caret goes where writing goes on
      return event.currentTarget.setSelectionRange(text.length, text.length)
    }
    settle(act)
  }
  const stay = (): void => {
    leaving.current = false
  }
  return { press, stay }
}

interface Blocks extends Pick<SheetGridProps, 'sheet' | 'columns' | 'onLeftOut'> {
  settle: (next: Sheet) => void
  isTyping: boolean
}

/** Blocks of cells from and to the clipboard; while a cell is typed into, the clipboard is its own. */
function blocksOf({ sheet, columns, settle, onLeftOut, isTyping }: Blocks) {
  const takeBlock = (event: ClipboardEvent): void => {
    const given = event.clipboardData.getData('text/plain')
    if (given === '' || (isTyping && !/[\t\n]/.test(given.trimEnd()))) return
    event.preventDefault()
    const { sheet: next, left } = pasteBlock(
      sheet,
      readBlock(given),
      columns.map(({ names }) => names),
    )
    settle(next)
    if (left.lines > 0 || left.columns > 0 || left.headings.length > 0) onLeftOut(left)
  }
  const giveBlock = (event: ClipboardEvent, isCut: boolean): void => {
    if (isTyping) return
    event.preventDefault()
    event.clipboardData.setData('text/plain', copyText(sheet))
    if (isCut) settle(clearChosen(sheet))
  }
  return { takeBlock, giveBlock }
}

/** The place under the pointer: a cell, or the heading of a whole row or column. */
interface Place {
  row: number
  column: number
  whole?: 'row' | 'column'
}

function placeAt(event: PointerEvent, inner: HTMLElement | null): Place | undefined {
  const [at] = document
    .elementsFromPoint(event.clientX, event.clientY)
    .flatMap(one =>
      one instanceof HTMLElement && one.dataset['cell'] !== undefined && inner?.contains(one)
        ? [one.dataset['cell']]
        : [],
    )
  const [r = NaN, c = NaN] = (at ?? '').split(' ').map(Number)
  if (Number.isNaN(r) || Number.isNaN(c)) return undefined
  return r < 0
    ? { row: 0, column: c, whole: 'column' }
    : c < 0
      ? { row: r, column: 0, whole: 'row' }
      : { row: r, column: c }
}

interface SheetPointer {
  inner: RefObject<HTMLElement | null>
  input: RefObject<HTMLInputElement | null>
  sheet: Sheet
  /** The sheet with what was typed. */
  kept: () => Sheet
  settle: (next: Sheet) => void
  isTyping: boolean
  onEdit: () => void
}

/** Choosing by the pointer: a press begins, a move with the button down draws the choice larger. */
function useSheetPointer({ inner, input, sheet, kept, settle, isTyping, onEdit }: SheetPointer) {
  const drawing = useRef(false)
  const { row, column } = sheet.anchor
  const begin = (event: PointerEvent): void => {
    const place = placeAt(event, inner.current)
    if (!place || event.button !== 0) return
    const isSame = place.whole === undefined && place.row === row && place.column === column
    // inside the cell that is being typed into, the pointer sets the caret
    if (isSame && isTyping) return
    event.preventDefault()
    input.current?.focus({ preventScroll: true })
    if (isSame && event.detail >= 2) return onEdit()
    drawing.current = place.whole === undefined
    const from = chooseCell(kept(), place, event.shiftKey)
    settle(
      place.whole === 'row'
        ? chooseCell(from, { row: place.row, column: sheet.columns - 1 }, true)
        : place.whole === 'column'
          ? chooseCell(from, { row: sheet.rows.length - 1, column: place.column }, true)
          : from,
    )
  }
  const draw = (event: PointerEvent): void => {
    if (!drawing.current || event.buttons !== 1) return
    const place = placeAt(event, inner.current)
    if (place && place.whole === undefined && (place.row !== sheet.end.row || place.column !== sheet.end.column))
      settle(chooseCell(kept(), place, true))
  }
  const end = (): void => {
    drawing.current = false
  }
  return { begin, draw, end }
}
