// Parts shared by bulk actions of several lists: the sending of each of their writes, and copying the numbers of the
// chosen rows.
import { copyText } from '../../lib/copy.ts'
import type { BulkAction } from './column.tsx'

/** A write of a bulk action shows nothing of its own: the dialog says how each row fared. */
export const quietWrite = (key: string) => ({ quiet: true, overlay: false, idempotencyKey: key })

/** Copies what the chosen rows are called, one a line. */
export const copyAction = <Row>(label: string, name: (row: Row) => string): BulkAction<Row> => ({
  label,
  run: rows => void copyText(rows.map(name).join('\n')),
})
