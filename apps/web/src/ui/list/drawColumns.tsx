// The columns of a list as the portal draws them: title, kind, permit and value from the list's table, here how each
// kind looks.
import { titleOf, type ColumnsRow, type ListColumn, type ListColumns, type ListedKey } from '@yunshu/contract/columns'
import { groupThousands, printCount } from '@yunshu/domain/figures/decimal'
import { printKilometres } from '@yunshu/domain/figures/distance'
import { printVolume, volume } from '@yunshu/domain/figures/volume'
import { printKg } from '@yunshu/domain/figures/weight'
import { periodText } from '@yunshu/domain/voucher/voucher'
import { nothing, UnitPriceText } from '../Figures.tsx'
import { shortPlace } from '../placeText.ts'
import { StateTag } from '../StatusTag.tsx'
import { moneyColumn, textColumn, timeColumn, weightColumn, type Column } from './column.tsx'

/** The portal's part of a column: its width, its place on a phone, and its drawing where its kind's is not enough. */
export type Drawing<Row> = Partial<Omit<Column<Row>, 'key' | 'title' | 'permit'>> & {
  /** Times with their year and seconds: in books and records of who did what. */
  readonly whole?: boolean
}

/**
 * Draws the columns of a list's table in the order given, which is that of the screen. Every column of the table is
 * named, but those that files alone have.
 */
export function drawColumns<T extends ListColumns<never>>(
  table: T,
  drawings: { readonly [K in ListedKey<T>]: Drawing<ColumnsRow<T>> },
): readonly Column<ColumnsRow<T>>[]
export function drawColumns<Row>(
  table: ListColumns<Row>,
  drawings: Readonly<Record<string, Drawing<Row>>>,
): readonly Column<Row>[] {
  return Object.entries(drawings).flatMap(([key, drawing]) => {
    const column = table[key]
    return column === undefined ? [] : [drawn(key, column, drawing)]
  })
}

/** A column as its kind looks. */
function drawn<Row>(key: string, column: ListColumn<Row>, drawing: Drawing<Row>): Column<Row> {
  const title = column.listTitle ?? column.title
  const extra = column.permit === undefined ? drawing : { ...drawing, permit: column.permit }
  const figure = { align: 'right', ...extra } as const
  switch (column.kind) {
    case 'text':
    case 'label':
      return textColumn(key, title, column.read, extra)
    case 'month':
      return textColumn(key, title, row => given(column.read(row), periodText), extra)
    case 'lines':
      return { key, title, width: 300, render: row => <Lines of={column.read(row)} />, ...extra }
    case 'place':
      return { key, title, width: 210, render: row => <Place of={column.read(row)} />, ...extra }
    case 'state':
      return {
        key,
        title,
        width: 110,
        card: 'tag',
        fits: drawing.width === undefined,
        render: row => given(column.read(row), state => <StateTag state={state} />),
        ...extra,
      }
    case 'money':
      return moneyColumn(key, title, column.read, column.isSummed === false ? { totals: [], ...extra } : extra)
    case 'unitPrice':
      return {
        key,
        title,
        width: 130,
        align: 'right',
        render: row => <UnitPriceText value={column.read(row)} />,
        ...extra,
      }
    case 'tons':
      return weightColumn(key, title, column.read, extra)
    case 'kilograms':
      return textColumn(
        key,
        titleOf(column),
        row => given(column.read(row), weight => groupThousands(printKg(weight))),
        figure,
      )
    case 'cubicMetres':
      return textColumn(
        key,
        titleOf(column),
        row => given(column.read(row), space => groupThousands(printVolume(volume(space)))),
        figure,
      )
    case 'kilometres':
      return textColumn(
        key,
        titleOf(column),
        row => given(column.read(row), metres => groupThousands(printKilometres(metres))),
        figure,
      )
    case 'time':
    case 'day':
      return timeColumn(key, title, column.read, { dayOnly: column.kind === 'day', ...extra })
    case 'count':
      return {
        key,
        title,
        width: 90,
        align: 'right',
        render: row =>
          given(column.read(row), count => <span className="ys-figure">{printCount(count)}</span>) ?? nothing,
        ...extra,
      }
    case 'number':
      return textColumn(key, title, row => given(column.read(row), String), extra)
  }
}

const given = <T, U>(value: T | undefined, show: (value: T) => U): U | undefined =>
  value === undefined ? undefined : show(value)

/** City, district and place; the whole address when pointed at. */
const Place = ({ of: place = '' }: { of: string | undefined }) => <span title={place}>{shortPlace(place)}</span>

/** Side by side; a text that is cut off is shown whole when pointed at. */
function Lines({ of: lines = [] }: { of: readonly string[] | undefined }) {
  const whole = lines.join('；')
  return whole === '' ? nothing : <span title={whole}>{whole}</span>
}
