// The columns of a list for one person: those the permits allow, the title linked to the row's page, laid out as the
// person set them.
import { useMemo } from 'react'
import { canAll } from '../../lib/can.ts'
import { useSession } from '../../lib/session.ts'
import type { Column } from './column.tsx'
import { useShownColumns, type Layout } from './layout.ts'
import { OpenButton, OpenLink } from './OpenLink.tsx'
import { seenColumn } from './twoLines.tsx'

interface Linking<Row> {
  readonly rowKey: (row: Row) => string
  /** Address of a row's page. */
  readonly open?: ((row: Row) => string) | undefined
  /** Shows its record in a drawer, where it has no page. */
  readonly onOpen?: ((row: Row) => void) | undefined
  readonly listKey: string
}

/** `permitted` are all the person may have, `shown` those the layout shows. */
export function useListColumns<Row>(
  columns: readonly Column<Row>[],
  { rowKey, open, onOpen, listKey }: Linking<Row>,
  layout: Layout,
): { permitted: readonly Column<Row>[]; shown: readonly Column<Row>[] } {
  const jurisdiction = useSession(session => session.jurisdiction)
  const permitted = useMemo(
    () => columns.flatMap(column => seenColumn(column, permit => jurisdiction !== undefined && canAll([permit])) ?? []),
    [columns, jurisdiction],
  )
  const linked = useMemo(
    () => permitted.map(column => opening(column, { rowKey, open, onOpen, listKey })),
    [permitted, rowKey, open, onOpen, listKey],
  )
  return { permitted, shown: useShownColumns(linked, layout) }
}

/** The title opens the row. */
function opening<Row>(column: Column<Row>, { rowKey, open, onOpen, listKey }: Linking<Row>): Column<Row> {
  if (column.card !== 'title' || (!open && !onOpen)) return column
  return {
    ...column,
    render: row =>
      open ? (
        <OpenLink id={rowKey(row)} to={open(row)} listKey={listKey}>
          {column.render(row)}
        </OpenLink>
      ) : (
        <OpenButton id={rowKey(row)} listKey={listKey} onOpen={() => onOpen?.(row)}>
          {column.render(row)}
        </OpenButton>
      ),
  }
}
