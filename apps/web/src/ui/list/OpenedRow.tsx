// The record of a row as its list draws it; further rows are asked for until it is found.
import { useEffect, useState, type ReactNode } from 'react'
import RowSheet from './RowSheet.tsx'
import { useShownRow } from './shownRow.ts'

interface OpenedRowProps<Row> {
  /** Undefined where no row that is here is it. */
  row: Row | undefined
  /** No further rows can be asked for. */
  isLast: boolean
  more: () => void
  draw(this: void, row: Row, onClose: () => void): ReactNode
}

/** A form keeps the version it was opened with: the row a colleague changes meanwhile is not taken. */
export default function OpenedRow<Row>({ row, isLast, more, draw }: OpenedRowProps<Row>) {
  const [, show] = useShownRow()
  const [opened, setOpened] = useState(row)
  if (opened === undefined && row !== undefined) setOpened(row)
  const isSought = opened === undefined && !isLast
  useEffect(() => {
    if (isSought) more()
  }, [isSought, more])
  const close = (): void => show(undefined)
  if (opened !== undefined) return draw(opened, close)
  return isLast ? <RowSheet onClose={close} /> : null
}
