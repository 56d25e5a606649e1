// The state of a sheet people type into: rows of text, what is chosen, what was before; every change is a function of
// it.

/** A row; its number stays the same while others come and go. */
export interface SheetRow {
  readonly id: number
  readonly cells: readonly string[]
}

/** A place in the sheet by row and column, from zero. */
export interface Place {
  readonly row: number
  readonly column: number
}

export interface Sheet {
  readonly columns: number
  /** The most rows it holds. */
  readonly most: number
  readonly rows: readonly SheetRow[]
  /** The cell where the choice began, and the cell it has been drawn to; the active cell is the first. */
  readonly anchor: Place
  readonly end: Place
  readonly past: readonly (readonly SheetRow[])[]
  readonly future: readonly (readonly SheetRow[])[]
  readonly nextId: number
}

/** Faults by id of row and index of column. */
export type SheetFaults = ReadonlyMap<number, ReadonlyMap<number, string>>

/** The number of changes that can be taken back. */
const pastMost = 100

const blank = (columns: number): readonly string[] => Array.from({ length: columns }, () => '')
export const isBlank = ({ cells }: Pick<SheetRow, 'cells'>): boolean => cells.every(text => text.trim() === '')

/** A sheet with these rows and empty ones up to `least`. */
export function makeSheet({
  columns,
  most,
  least,
  texts = [],
}: {
  columns: number
  most: number
  least: number
  texts?: readonly (readonly string[])[]
}): Sheet {
  const count = Math.min(most, Math.max(least, texts.length))
  const rows = Array.from({ length: count }, (_, n) => ({
    id: n,
    cells: blank(columns).map((_each, column) => texts[n]?.[column] ?? ''),
  }))
  return {
    columns,
    most,
    rows,
    anchor: { row: 0, column: 0 },
    end: { row: 0, column: 0 },
    past: [],
    future: [],
    nextId: count,
  }
}

const within = (sheet: Sheet, { row, column }: Place): Place => ({
  row: Math.max(0, Math.min(row, sheet.rows.length - 1)),
  column: Math.max(0, Math.min(column, sheet.columns - 1)),
})

/** Chooses one cell, or draws the choice on from where it began. */
export function chooseCell(sheet: Sheet, place: Place, extend = false): Sheet {
  const to = within(sheet, place)
  return { ...sheet, end: to, anchor: extend ? sheet.anchor : to }
}

/** Moves the choice; `extend` draws it on. */
export function stepChoice(sheet: Sheet, rows: number, columns: number, extend = false): Sheet {
  const from = extend ? sheet.end : sheet.anchor
  return chooseCell(sheet, { row: from.row + rows, column: from.column + columns }, extend)
}

/** The cell after the active one, row by row; undefined at the end, where Tab leaves the sheet. */
export function nextCell(sheet: Sheet, back: boolean): Sheet | undefined {
  const at = sheet.anchor.row * sheet.columns + sheet.anchor.column + (back ? -1 : 1)
  if (at < 0 || at >= sheet.rows.length * sheet.columns) return undefined
  return chooseCell(sheet, { row: Math.floor(at / sheet.columns), column: at % sheet.columns })
}

export interface Box {
  readonly top: number
  readonly bottom: number
  readonly left: number
  readonly right: number
}

/** The chosen cells. */
export function chosenBox({ anchor, end }: Pick<Sheet, 'anchor' | 'end'>): Box {
  return {
    top: Math.min(anchor.row, end.row),
    bottom: Math.max(anchor.row, end.row),
    left: Math.min(anchor.column, end.column),
    right: Math.max(anchor.column, end.column),
  }
}

/** The sheet with other rows, which can be taken back. */
function changed(sheet: Sheet, rows: readonly SheetRow[], more: Partial<Sheet> = {}): Sheet {
  const next = { ...sheet, rows, past: [...sheet.past, sheet.rows].slice(-pastMost), future: [], ...more }
  return { ...next, anchor: within(next, next.anchor), end: within(next, next.end) }
}

/** Puts texts into cells; without a real change the sheet stays the same value. */
function put(sheet: Sheet, box: Box, text: (place: Place) => string | undefined): Sheet {
  const rows = sheet.rows.map((one, row) => {
    if (row < box.top || row > box.bottom) return one
    const cells = one.cells.map((old, column) =>
      column < box.left || column > box.right ? old : (text({ row, column }) ?? old),
    )
    return cells.every((cell, column) => cell === one.cells[column]) ? one : { ...one, cells }
  })
  return rows.every((row, n) => row === sheet.rows[n]) ? sheet : changed(sheet, rows)
}

/** Writes the active cell. */
export function writeCell(sheet: Sheet, text: string): Sheet {
  const { row, column } = sheet.anchor
  return put(sheet, { top: row, bottom: row, left: column, right: column }, () => text)
}

/** Empties the chosen cells. */
export const clearChosen = (sheet: Sheet): Sheet => put(sheet, chosenBox(sheet), () => '')

/** Fills the chosen cells from their first row, or one cell from the one above. */
export function fillDown(sheet: Sheet): Sheet {
  const box = chosenBox(sheet)
  const from = box.top === box.bottom ? box.top - 1 : box.top
  if (from < 0) return sheet
  return put(sheet, { ...box, top: from + 1 }, ({ column }) => sheet.rows[from]?.cells[column])
}

/** Adds empty rows below the choice; not more than the sheet holds. */
export function addRows(sheet: Sheet, count: number, at = sheet.rows.length): Sheet {
  const added = Math.min(count, sheet.most - sheet.rows.length)
  if (added <= 0) return sheet
  const fresh = Array.from({ length: added }, (_, n) => ({ id: sheet.nextId + n, cells: blank(sheet.columns) }))
  return changed(sheet, [...sheet.rows.slice(0, at), ...fresh, ...sheet.rows.slice(at)], {
    nextId: sheet.nextId + added,
  })
}

/** Takes the chosen rows out; an empty one is left when they were all. */
export function removeRows(sheet: Sheet): Sheet {
  const { top, bottom } = chosenBox(sheet)
  const rows = sheet.rows.filter((_, row) => row < top || row > bottom)
  const place = { row: top, column: sheet.anchor.column }
  return rows.length > 0
    ? changed(sheet, rows, { anchor: place, end: place })
    : changed(sheet, [{ id: sheet.nextId, cells: blank(sheet.columns) }], {
        nextId: sheet.nextId + 1,
        anchor: place,
        end: place,
      })
}

/**
 * Takes out what the server wrote: rows that are as they were sent. The active cell stays in its row, for somebody may
 * be typing there.
 */
export function withoutRows(sheet: Sheet, sent: readonly SheetRow[]): Sheet {
  const written = new Map(sent.map(({ id, cells }) => [id, cells]))
  const isLeft = ({ id, cells }: SheetRow): boolean => written.get(id) !== cells
  const rows = sheet.rows.filter(isLeft)
  const above = sheet.rows.slice(0, sheet.anchor.row).filter(isLeft).length
  const place = { row: above, column: sheet.anchor.column }
  return {
    ...changed(sheet, rows.length > 0 ? rows : [{ id: sheet.nextId, cells: blank(sheet.columns) }], {
      nextId: sheet.nextId + 1,
      anchor: place,
      end: place,
    }),
    past: [],
    future: [],
  }
}

export function undoChange(sheet: Sheet): Sheet {
  const rows = sheet.past.at(-1)
  if (!rows) return sheet
  const next = { ...sheet, rows, past: sheet.past.slice(0, -1), future: [sheet.rows, ...sheet.future] }
  return { ...next, anchor: within(next, next.anchor), end: within(next, next.end) }
}

export function redoChange(sheet: Sheet): Sheet {
  const [rows, ...future] = sheet.future
  if (!rows) return sheet
  const next = { ...sheet, rows, past: [...sheet.past, sheet.rows], future }
  return { ...next, anchor: within(next, next.anchor), end: within(next, next.end) }
}

/**
 * The parts of a block that did not go into the sheet: lines and columns it has no room for, and columns of headings it
 * does not know.
 */
export interface LeftOut {
  readonly lines: number
  readonly columns: number
  readonly headings: readonly string[]
}

/**
 * Puts a block at the choice: one value fills all chosen cells, a block starts at their first and adds rows it needs.
 * A first line of headings decides the columns and is no row.
 */
export function pasteBlock(
  sheet: Sheet,
  block: readonly (readonly string[])[],
  headings: readonly (readonly string[])[],
): { sheet: Sheet; left: LeftOut } {
  const [first = []] = block
  const box = chosenBox(sheet)
  if (block.length === 1 && first.length === 1)
    return { sheet: put(sheet, box, () => first[0]), left: { lines: 0, columns: 0, headings: [] } }
  const named = columnsOf(first, headings)
  const lines = named ? block.slice(1) : block
  const start = named ? { row: box.top, column: 0 } : { row: box.top, column: box.left }
  const columnAt = (n: number): number | undefined => (named ? named[n] : start.column + n)
  const needed = start.row + lines.length - sheet.rows.length
  const roomy = needed > 0 ? addRows(sheet, needed) : sheet
  const fits = lines.slice(0, roomy.rows.length - start.row)
  const texts = new Map(
    fits.flatMap((line, n) =>
      line.flatMap((text, at) => {
        const column = columnAt(at)
        return column === undefined || column >= sheet.columns
          ? []
          : [[`${start.row + n} ${column}`, text.trim()] as const]
      }),
    ),
  )
  const end = within(roomy, {
    row: start.row + fits.length - 1,
    column: named ? sheet.columns - 1 : start.column + Math.max(...fits.map(line => line.length), 1) - 1,
  })
  const filled = put(roomy, { top: start.row, bottom: end.row, left: 0, right: sheet.columns - 1 }, ({ row, column }) =>
    texts.get(`${row} ${column}`),
  )
  // rows that were added for the block go with it when it is taken back
  const past = filled === roomy ? filled.past : [...sheet.past, sheet.rows].slice(-pastMost)
  const strange = Array.from({ length: Math.max(...lines.map(line => line.length), 0) }, (_, at) => at).filter(
    at => (columnAt(at) ?? sheet.columns) >= sheet.columns && lines.some(line => (line[at] ?? '').trim() !== ''),
  )
  const left = {
    lines: lines.length - fits.length,
    columns: named ? 0 : strange.length,
    headings: named ? strange.map(at => first[at]?.trim() || `第${at + 1}列`) : [],
  }
  return { sheet: { ...filled, past, anchor: start, end }, left }
}

const bare = (text: string): string => text.replace(/[*＊\s]/g, '').replace(/[(（].*?[)）]$/, '')

/** The column each heading of a line means; undefined when the line is no line of headings. */
function columnsOf(
  line: readonly string[],
  headings: readonly (readonly string[])[],
): (number | undefined)[] | undefined {
  const found = line.map(text => {
    const at = headings.findIndex(names => names.some(name => bare(name) === bare(text)))
    return text.trim() === '' || at < 0 ? undefined : at
  })
  return found.filter(at => at !== undefined).length >= 2 ? found : undefined
}

/** The chosen cells as spreadsheets exchange them: tabs and lines, quoted where a cell holds either. */
export function copyText(sheet: Sheet): string {
  const { top, bottom, left, right } = chosenBox(sheet)
  const quoted = (text: string): string => (/[\t\n"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
  return sheet.rows
    .slice(top, bottom + 1)
    .map(({ cells }) =>
      cells
        .slice(left, right + 1)
        .map(quoted)
        .join('\t'),
    )
    .join('\n')
}

/** Reads what a spreadsheet put on the clipboard. */
export function readBlock(text: string): string[][] {
  const rows: string[][] = [[]]
  let cell = '',
    isQuoted = false,
    wasQuoted = false
  const close = (): void => {
    rows.at(-1)?.push(cell)
    cell = ''
    wasQuoted = false
  }
  const plain = text.replaceAll('\r\n', '\n').replaceAll('\r', '\n').replace(/\n$/, '')
  for (let at = 0; at < plain.length; at++) {
    const sign = plain.charAt(at)
    if (isQuoted) {
      if (sign !== '"') cell += sign === '\n' ? ' ' : sign
      else if (plain.charAt(at + 1) === '"') {
        cell += '"'
        at++
      } else isQuoted = false
    } else if (sign === '"' && cell === '' && !wasQuoted) isQuoted = wasQuoted = true
    else if (sign === '\t') close()
    else if (sign === '\n') {
      close()
      rows.push([])
    } else cell += sign
  }
  close()
  return rows
}
