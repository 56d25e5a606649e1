// The effects of keys in a sheet: move, extend, write on, fill, take back, jump to faults.
import {
  addRows,
  chooseCell,
  clearChosen,
  fillDown,
  nextCell,
  redoChange,
  removeRows,
  stepChoice,
  undoChange,
  type Sheet,
  type SheetFaults,
} from './sheet.ts'

interface Key {
  readonly key: string
  readonly shiftKey: boolean
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
}

interface Situation {
  readonly sheet: Sheet
  /** The sheet with what is being typed. */
  readonly kept: () => Sheet
  readonly faults: SheetFaults
  /** Undefined while nothing is being typed. */
  readonly mode: 'type' | 'edit' | undefined
}

const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}
const pageRows = 15

/** The sheet after a key, or what becomes of the typing; undefined when the key is the browser's. */
export function sheetKey(event: Key, { sheet, kept, faults, mode }: Situation): Sheet | 'edit' | 'cancel' | undefined {
  const { key, shiftKey } = event
  const isCtrl = event.ctrlKey || event.metaKey
  if (key === 'Enter') return below(kept(), shiftKey)
  if (key === 'Tab') return nextCell(kept(), shiftKey)
  if (key === 'F8') return nextFault(kept(), faults, shiftKey)
  if (key === 'Escape') return mode === undefined ? undefined : 'cancel'
  const arrow = arrows[key]
  if (arrow && mode !== 'edit') {
    const [rows, columns] = isCtrl ? [arrow[0] * sheet.rows.length, arrow[1] * sheet.columns] : arrow
    return stepChoice(kept(), rows, columns, shiftKey)
  }
  if (mode !== undefined) return undefined
  if (isCtrl) return withCtrl(key.toLowerCase(), shiftKey, sheet)
  switch (key) {
    case 'F2':
      return 'edit'
    case 'Delete':
    case 'Backspace':
      return clearChosen(sheet)
    case 'Home':
      return chooseCell(sheet, { row: sheet.end.row, column: 0 }, shiftKey)
    case 'End':
      return chooseCell(sheet, { row: sheet.end.row, column: sheet.columns - 1 }, shiftKey)
    case 'PageUp':
      return stepChoice(sheet, -pageRows, 0, shiftKey)
    case 'PageDown':
      return stepChoice(sheet, pageRows, 0, shiftKey)
    default:
      return undefined
  }
}

function withCtrl(key: string, isShift: boolean, sheet: Sheet): Sheet | undefined {
  const last = { row: sheet.rows.length - 1, column: sheet.columns - 1 }
  switch (key) {
    case 'z':
      return isShift ? redoChange(sheet) : undoChange(sheet)
    case 'y':
      return redoChange(sheet)
    case 'd':
      return fillDown(sheet)
    case 'a':
      return chooseCell(chooseCell(sheet, { row: 0, column: 0 }), last, true)
    case '-':
      return removeRows(sheet)
    case 'home':
      return chooseCell(sheet, { row: 0, column: 0 }, isShift)
    case 'end':
      return chooseCell(sheet, last, isShift)
    default:
      return undefined
  }
}

/** Enter on the last row adds one, so that typing goes on. */
function below(sheet: Sheet, isUp: boolean): Sheet {
  const isLast = sheet.anchor.row === sheet.rows.length - 1
  return stepChoice(!isUp && isLast ? addRows(sheet, 1) : sheet, isUp ? -1 : 1, 0)
}

/** The next cell with a fault after the active one, round and round. */
export function nextFault(sheet: Sheet, faults: SheetFaults, isBack = false): Sheet {
  const places = sheet.rows.flatMap(({ id }, row) =>
    [...(faults.get(id)?.keys() ?? [])].toSorted((a, b) => a - b).map(column => ({ row, column })),
  )
  const here = sheet.anchor.row * sheet.columns + sheet.anchor.column
  const at = (place: { row: number; column: number }): number => place.row * sheet.columns + place.column
  const next = isBack
    ? (places.findLast(place => at(place) < here) ?? places.at(-1))
    : (places.find(place => at(place) > here) ?? places[0])
  return next ? chooseCell(sheet, next) : sheet
}
