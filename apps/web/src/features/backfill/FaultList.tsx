// Every fault of the sheet in words; each leads to its cell.
import type { SheetColumn } from '../../ui/sheet/SheetTable.tsx'
import type { Place, SheetFaults, SheetRow } from '../../ui/sheet/sheet.ts'

interface FaultListProps {
  rows: readonly SheetRow[]
  columns: readonly SheetColumn[]
  faults: SheetFaults
  onGo: (place: Place) => void
}

/** Faults that are named; the others are counted. */
const named = 50

export function FaultList({ rows, columns, faults, onGo }: FaultListProps) {
  if (faults.size === 0) return null
  const all = rows.flatMap(({ id }, row) =>
    [...(faults.get(id) ?? [])].map(([column, reason]) => ({ row, column, reason })),
  )
  return (
    <section className="bf-faults" aria-label="错误">
      <ul>
        {all.slice(0, named).map(({ row, column, reason }) => (
          <li key={`${row} ${column}`}>
            <button type="button" className="ys-link" onClick={() => onGo({ row, column })}>
              第{row + 1}行 {columns[column]?.title}
            </button>
            ：{reason}
          </li>
        ))}
      </ul>
      {all.length > named && (
        <p className="ys-weak">
          只列出前 {named} 处，共 {all.length} 处
        </p>
      )}
    </section>
  )
}
