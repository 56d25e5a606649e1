// The grid of a voucher made by hand, with its tools.
import type { LineFile as Read } from '@yunshu/contract/voucher/lineFile'
import { Button } from 'antd'
import { toast } from '../../lib/toast.ts'
import { SheetGrid } from '../../ui/sheet/SheetGrid.tsx'
import { addRows, fillDown, redo, removeRows, undo, type Sheet, type SheetFaults } from '../../ui/sheet/sheet.ts'
import { LineFile } from './LineFile.tsx'
import { completed, manualColumns, withLines } from './manualRows.ts'

interface ManualGridProps {
  sheet: Sheet
  faults: SheetFaults
  onChange: (next: Sheet) => void
  onSubmit: () => void
}

/** A cell is made whole when it is left. */
export function ManualGrid({ sheet, faults, onChange, onSubmit }: ManualGridProps) {
  const change = (next: Sheet): void =>
    onChange(next.rows === sheet.rows ? next : { ...next, rows: completed(next.rows) })
  const take = (lines: Read['lines']): void => {
    const { sheet: next, left } = withLines(sheet, lines)
    if (left > 0) toast.error(`一张凭证最多 ${sheet.most} 行，文件有 ${left} 行放不下，没有导入`)
    else {
      change(next)
      toast.success(`已导入 ${lines.length} 行，保存后生效`)
    }
  }
  return (
    <>
      <div className="vm-tools">
        <Button size="small" onClick={() => change(addRows(sheet, 5))}>
          加 5 行
        </Button>
        <Button size="small" onClick={() => change(removeRows(sheet))}>
          删除所选行
        </Button>
        <Button size="small" onClick={() => change(fillDown(sheet))}>
          向下填充
        </Button>
        <Button size="small" disabled={sheet.past.length === 0} onClick={() => onChange(undo(sheet))}>
          撤销
        </Button>
        <Button size="small" disabled={sheet.future.length === 0} onClick={() => onChange(redo(sheet))}>
          重做
        </Button>
        <LineFile onLines={take} />
        <span className="ys-weak">可从 Excel 粘贴；科目填编码、名称或拼音首字母，金额填 = 补足差额</span>
      </div>
      <SheetGrid
        title="凭证分录"
        sheet={sheet}
        columns={manualColumns}
        info={[]}
        faults={faults}
        onChange={change}
        onSubmit={onSubmit}
        onLeftOut={({ lines, columns, headings }) => {
          if (lines > 0) toast.error(`一张凭证最多 ${sheet.most} 行，有 ${lines} 行没有粘贴进来`)
          if (columns > 0) toast.error(`有 ${columns} 列超出表格右边，没有粘贴进来`)
          if (headings.length > 0) toast.error(`表格里没有这些列，没有粘贴进来：${headings.join('、')}`)
        }}
      />
    </>
  )
}
