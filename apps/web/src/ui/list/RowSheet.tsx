// A row without a page on a phone: its facts and its acts; a row that is not there says so.
import { Drawer } from 'antd'
import { EmptyState } from '../States.tsx'
import { ActButtons } from './ActButtons.tsx'
import type { Column, RowAction } from './column.tsx'
import { PeekFacts } from './Peek.tsx'
import { RowDrawer } from './RowDrawer.tsx'

interface RowSheetProps<Row> {
  onClose: () => void
  id?: string
  name?: string
  row?: Row
  /** All columns the person may have. */
  columns?: readonly Column<Row>[]
  acts?: readonly RowAction[] | undefined
}

export default function RowSheet<Row>({ onClose, id, name = '', row, columns = [], acts }: RowSheetProps<Row>) {
  if (id === undefined || row === undefined)
    return (
      <Drawer open title="没有这条记录" size={560} onClose={onClose}>
        <EmptyState text="这条记录不存在，或不在您的查看范围内" lack="gone" />
      </Drawer>
    )
  const answer = { data: row, error: null, refetch: () => undefined }
  return (
    <RowDrawer id={id} title={name} answer={answer} onClose={onClose}>
      <ActButtons actions={acts ?? []} />
      <PeekFacts row={row} columns={columns} name={name} isStateSaid={false} />
    </RowDrawer>
  )
}
