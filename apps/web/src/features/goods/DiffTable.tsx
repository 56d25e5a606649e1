// The differences of a change: field, old, new.
import type { GoodsChange } from '@yunshu/contract/goods/change'
import { orNothing } from '../../ui/Figures.tsx'
import { textColumn, type Column } from '../../ui/list/column.tsx'
import { SimpleTable } from '../../ui/SimpleTable.tsx'
import { Tag } from '../../ui/StatusTag.tsx'

type Line = GoodsChange['diff'][number] & { readonly isLocked?: boolean }

const columns: readonly Column<Line>[] = [
  textColumn('field', '变更项', line => line.field, { width: 90 }),
  { key: 'old', title: '变更前', width: 110, render: line => <del className="gd-old">{orNothing(line.old)}</del> },
  { key: 'new', title: '变更后', width: 110, render: line => <ins className="gd-new">{orNothing(line.new)}</ins> },
]
const lockedColumn: Column<Line> = {
  key: 'locked',
  title: '是否需要同意',
  width: 110,
  render: line => (line.isLocked ? <Tag tone="warn">需承运商同意</Tag> : <Tag tone="idle">直接生效</Tag>),
}
const rowKey = (line: Line, index: number): string => `${line.field}${index}`

/** With `showsLocked` it also says which lines carriers must agree to. */
export function DiffTable({
  lines,
  title = '变更内容',
  showsLocked = false,
}: {
  lines: readonly Line[]
  title?: string
  showsLocked?: boolean
}) {
  return (
    <SimpleTable
      title={title}
      rows={lines}
      columns={showsLocked ? [...columns, lockedColumn] : columns}
      rowKey={rowKey}
    />
  )
}

/** The same in one line each, for lists of changes: 含税单价 343.40 → 348.40. */
export const DiffLines = ({ lines }: { lines: readonly Line[] }) => (
  <ul className="gd-diff" aria-label="变更内容">
    {lines.map((line, index) => (
      <li key={rowKey(line, index)}>
        <span className="ys-weak">{line.field}</span> <del className="gd-old">{orNothing(line.old)}</del> →{' '}
        <ins className="gd-new">{orNothing(line.new)}</ins>
      </li>
    ))}
  </ul>
)
