// The grid of a voucher made by hand, with its tools.
import type { LineFile as Read } from '@yunshu/contract/voucher/lineFile'
import { EllipsisOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { toast } from '../../lib/toast.ts'
import { useMobile } from '../../lib/useMobile.ts'
import type { RowAction } from '../../ui/list/column.tsx'
import { More } from '../../ui/list/RowActions.tsx'
import { SheetGrid } from '../../ui/sheet/SheetGrid.tsx'
import {
  addRows,
  fillDown,
  redoChange,
  removeRows,
  undoChange,
  type Sheet,
  type SheetFaults,
} from '../../ui/sheet/sheet.ts'
import { LineFile, useLineTemplate } from './LineFile.tsx'
import { completedRows, manualColumns, withLines } from './manualRows.ts'

interface ManualGridProps {
  sheet: Sheet
  faults: SheetFaults
  onChange: (next: Sheet) => void
  onSubmit: () => void
  /** Tools of the page behind those of the grid. */
  children: ReactNode
}

/** The tools in one line; on a phone those less pressed stand in a menu. */
function Tools({ acts, children }: { acts: readonly RowAction[]; children: ReactNode }) {
  const isMobile = useMobile()
  const [first, ...others] = acts
  const button = ({ label, disabled = false, onClick }: RowAction) => (
    <Button key={label} disabled={disabled} onClick={onClick}>
      {label}
    </Button>
  )
  return (
    <div className="vm-tools">
      {first && button(first)}
      {!isMobile && others.map(button)}
      {children}
      {isMobile ? (
        <More as="ys-more-button" actions={others}>
          <EllipsisOutlined />
        </More>
      ) : (
        <span className="ys-weak">可从 Excel 粘贴；科目填编码、名称或拼音首字母，金额格填“=”自动补足差额</span>
      )}
    </div>
  )
}

/** A cell is made whole when it is left. */
export function ManualGrid({ sheet, faults, onChange, onSubmit, children }: ManualGridProps) {
  const change = (next: Sheet): void =>
    onChange(next.rows === sheet.rows ? next : { ...next, rows: completedRows(next.rows) })
  const template = useLineTemplate()
  const take = (lines: Read['lines']): void => {
    const { sheet: next, left } = withLines(sheet, lines)
    if (left > 0) toast.error(`一张凭证最多 ${sheet.most} 行，文件有 ${left} 行放不下，没有导入`)
    else {
      change(next)
      toast.success(`已导入 ${lines.length} 行，保存后生效`)
    }
  }
  const acts: readonly RowAction[] = [
    { label: '添加 5 行', onClick: () => change(addRows(sheet, 5)) },
    { label: '删除所选行', onClick: () => change(removeRows(sheet)) },
    { label: '向下填充', onClick: () => change(fillDown(sheet)) },
    { label: '撤销', disabled: sheet.past.length === 0, onClick: () => onChange(undoChange(sheet)) },
    { label: '重做', disabled: sheet.future.length === 0, onClick: () => onChange(redoChange(sheet)) },
    { label: '下载模板', disabled: template.isBusy, onClick: () => void template.run({}) },
  ]
  return (
    <>
      <Tools acts={acts}>
        <LineFile onLines={take} />
        {children}
      </Tools>
      <SheetGrid
        isCards
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
