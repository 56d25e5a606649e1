// A sheet people fill in like a spreadsheet: one input that sits on the active cell, keys, blocks from Excel, and
// faults at their cells (decision 016).
import {
  memo,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
  type ClipboardEvent,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type Ref,
} from 'react'
import { sheetKey } from './keys.ts'
import {
  choose,
  chosen,
  clear,
  copyText,
  paste,
  readBlock,
  write,
  type LeftOut,
  type Sheet,
  type SheetFaults,
  type SheetRow,
} from './sheet.ts'
import './sheet.css'

/** A column people fill in. */
export interface SheetColumn {
  readonly key: string
  readonly title: string
  /** Headings a pasted block may call it by. */
  readonly names: readonly string[]
  /** Pixels. */
  readonly width: number
  readonly isRequired?: boolean
  /** How it is filled in; shown when its heading is pointed at. */
  readonly hint?: string
  /** Values to choose from while typing. */
  readonly options?: readonly string[]
  readonly align?: 'right'
}
/** A column that says what was found or worked out; it cannot be written. */
export interface SheetInfo {
  readonly key: string
  readonly title: string
  readonly width: number
  readonly align?: 'right'
  readonly render: (row: SheetRow) => ReactNode
}

interface SheetGridProps {
  /** Read aloud as the sheet's name. */
  title: string
  sheet: Sheet
  columns: readonly SheetColumn[]
  info: readonly SheetInfo[]
  faults: SheetFaults
  onChange: (next: Sheet) => void
  /** What of a block did not go in. */
  onLeftOut: (left: LeftOut) => void
  /** Ctrl + Enter. */
  onSubmit: () => void
  ref?: Ref<SheetHandle>
}

/** Brings the keyboard to the active cell. */
export interface SheetHandle {
  readonly focus: () => void
}

/** What is being typed into the active cell; in `edit` arrows move the caret, otherwise they leave the cell. */
interface Draft {
  readonly text: string
  readonly mode: 'type' | 'edit'
}

export function SheetGrid({ title, sheet, columns, info, faults, onChange, onLeftOut, onSubmit, ref }: SheetGridProps) {
  const id = useId()
  const inner = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const drawing = useRef(false)
  const leaving = useRef(false)
  const [draft, setDraft] = useState<Draft>()
  const { row, column } = sheet.anchor
  const active = sheet.rows[row]
  const text = active?.cells[column] ?? ''
  const fault = active && faults.get(active.id)?.get(column)
  const box = chosen(sheet)

  useImperativeHandle(ref, () => ({ focus: () => input.current?.focus({ preventScroll: true }) }), [])
  // the input sits on the active cell, whose text is chosen, so that typing replaces it
  useLayoutEffect(() => {
    const cell = inner.current?.querySelector<HTMLElement>(`[data-cell="${row} ${column}"]`)
    const field = input.current
    if (!cell || !field) return
    Object.assign(field.style, {
      left: `${cell.offsetLeft}px`,
      top: `${cell.offsetTop}px`,
      width: `${cell.offsetWidth}px`,
      height: `${cell.offsetHeight}px`,
    })
    if (document.activeElement === field) cell.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [row, column, columns])
  useLayoutEffect(() => {
    if (draft === undefined && document.activeElement === input.current) input.current?.select()
  }, [draft, row, column, text])

  /** The sheet with what was typed. */
  const kept = (): Sheet => (draft === undefined ? sheet : write(sheet, draft.text.trim()))
  const settle = (next: Sheet): void => {
    setDraft(undefined)
    if (next !== sheet) onChange(next)
  }
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
    if (act === 'cancel') return setDraft(undefined)
    if (act === 'edit') {
      setDraft({ text, mode: 'edit' })
      // the caret goes where writing goes on
      return input.current?.setSelectionRange(text.length, text.length)
    }
    settle(act)
  }
  const takeBlock = (event: ClipboardEvent): void => {
    const given = event.clipboardData.getData('text/plain')
    if (given === '' || (draft !== undefined && !/[\t\n]/.test(given.trimEnd()))) return
    event.preventDefault()
    const { sheet: next, left } = paste(
      sheet,
      readBlock(given),
      columns.map(({ names }) => names),
    )
    settle(next)
    if (left.lines > 0 || left.columns > 0 || left.headings.length > 0) onLeftOut(left)
  }
  const giveBlock = (event: ClipboardEvent, isCut: boolean): void => {
    if (draft !== undefined) return
    event.preventDefault()
    event.clipboardData.setData('text/plain', copyText(sheet))
    if (isCut) settle(clear(sheet))
  }
  const placeOf = (event: PointerEvent): { row: number; column: number; whole?: 'row' | 'column' } | undefined => {
    const [at] = document
      .elementsFromPoint(event.clientX, event.clientY)
      .flatMap(one =>
        one instanceof HTMLElement && one.dataset['cell'] !== undefined && inner.current?.contains(one)
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
  const begin = (event: PointerEvent): void => {
    const place = placeOf(event)
    if (!place || event.button !== 0) return
    const isSame = place.whole === undefined && place.row === row && place.column === column
    // inside the cell that is being typed into, the pointer sets the caret
    if (isSame && draft !== undefined) return
    event.preventDefault()
    input.current?.focus({ preventScroll: true })
    if (isSame && event.detail >= 2) return setDraft({ text, mode: 'edit' })
    drawing.current = place.whole === undefined
    const from = choose(kept(), place, event.shiftKey)
    settle(
      place.whole === 'row'
        ? choose(from, { row: place.row, column: sheet.columns - 1 }, true)
        : place.whole === 'column'
          ? choose(from, { row: sheet.rows.length - 1, column: place.column }, true)
          : from,
    )
  }
  const draw = (event: PointerEvent): void => {
    if (!drawing.current || event.buttons !== 1) return
    const place = placeOf(event)
    if (place && place.whole === undefined && (place.row !== sheet.end.row || place.column !== sheet.end.column))
      settle(choose(kept(), place, true))
  }
  const options = columns[column]?.options
  return (
    <div className="sg-box">
      <div
        ref={inner}
        className="sg-inner"
        onPointerDown={begin}
        onPointerMove={draw}
        onPointerUp={() => {
          drawing.current = false
        }}
        onDoubleClick={() => {
          if (draft === undefined) setDraft({ text, mode: 'edit' })
        }}
      >
        <table className="sg-table" aria-label={title}>
          <colgroup>
            <col style={{ width: 48 }} />
            {columns.map(({ key, width }) => (
              <col key={key} style={{ width }} />
            ))}
            {info.map(({ key, width }) => (
              <col key={key} style={{ width }} />
            ))}
          </colgroup>
          <thead>
            <tr>
              <th scope="col">行</th>
              {columns.map(({ key, title: name, isRequired = false, hint }, n) => (
                <th key={key} scope="col" data-cell={`-1 ${n}`} title={hint}>
                  {name}
                  {isRequired && (
                    <span className="ys-fault" aria-label="必填">
                      *
                    </span>
                  )}
                </th>
              ))}
              {info.map(({ key, title: name }) => (
                <th key={key} scope="col" className="sg-info">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sheet.rows.map((each, n) => (
              <Row
                key={each.id}
                row={each}
                n={n}
                columns={columns}
                info={info}
                faults={faults.get(each.id)}
                left={n >= box.top && n <= box.bottom ? box.left : -1}
                right={n >= box.top && n <= box.bottom ? box.right : -1}
              />
            ))}
          </tbody>
        </table>
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
            leaving.current = false
            target.select()
          }}
          onBlur={() => settle(kept())}
          onKeyDown={press}
          onPaste={takeBlock}
          onCopy={event => giveBlock(event, false)}
          onCut={event => giveBlock(event, true)}
        />
        {options && (
          <datalist id={`${id}-options`}>
            {options.map(each => (
              <option key={each} value={each}>
                {each}
              </option>
            ))}
          </datalist>
        )}
      </div>
      <p id={`${id}-fault`} className="sg-fault" aria-live="polite">
        {fault === undefined ? '' : `第${row + 1}行 ${columns[column]?.title ?? ''}：${fault}`}
      </p>
    </div>
  )
}

interface RowProps {
  row: SheetRow
  n: number
  columns: readonly SheetColumn[]
  info: readonly SheetInfo[]
  faults: ReadonlyMap<number, string> | undefined
  left: number
  right: number
}

/** A row is drawn anew only when it, its faults or its part of the choice have changed. */
const Row = memo(function Row({ row, n, columns, info, faults, left, right }: RowProps) {
  return (
    <tr>
      <th scope="row" data-cell={`${n} -1`} className={faults ? 'sg-row-bad' : undefined}>
        {n + 1}
      </th>
      {columns.map(({ key, align }, at) => {
        const fault = faults?.get(at)
        const names = [
          fault === undefined ? '' : 'sg-bad',
          at >= left && at <= right ? 'sg-chosen' : '',
          align === 'right' ? 'sg-right' : '',
        ]
          .filter(name => name !== '')
          .join(' ')
        return (
          <td key={key} data-cell={`${n} ${at}`} title={fault} className={names === '' ? undefined : names}>
            {row.cells[at]}
          </td>
        )
      })}
      {info.map(({ key, align, render }) => (
        <td key={key} className={`sg-info${align === 'right' ? ' sg-right' : ''}`}>
          {render(row)}
        </td>
      ))}
    </tr>
  )
})
