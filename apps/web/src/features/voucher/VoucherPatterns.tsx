// Patterns of vouchers beside the grid (常用凭证): one is put into the grid, what is typed is kept as one, and one is dropped.
import { staleAfter } from '@yunshu/contract/topics'
import {
  dropVoucherPattern,
  listVoucherPatterns,
  patternMost,
  saveVoucherPattern,
  type VoucherPattern,
} from '@yunshu/contract/voucher/pattern'
import { Button, Drawer, Popconfirm } from 'antd'
import { useId, useState } from 'react'
import type { Refusal, Failure } from '../../lib/errors.ts'
import { toast } from '../../lib/toast.ts'
import { useCall, useSend } from '../../lib/useCall.ts'
import { useMobile } from '../../lib/useMobile.ts'
import { Section } from '../../ui/Facts.tsx'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import { textColumn, type Column } from '../../ui/list/column.tsx'
import { SimpleTable } from '../../ui/SimpleTable.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../ui/States.tsx'
import { faultOfWrite, WriteFault } from '../../ui/WriteDialog.tsx'
import type { ManualTyped } from './ManualHead.tsx'
import { filledRows, linesOf } from './manualRows.ts'
import type { SheetRow } from '../../ui/sheet/sheet.ts'

const invalidates = staleAfter('voucher')

interface PatternsProps {
  typed: ManualTyped
  rows: readonly SheetRow[]
  /** Puts a pattern into head and grid; false where the grid has no room for it. */
  onTake: (pattern: VoucherPattern) => boolean
}

/** The button and its drawer. */
export function VoucherPatterns(props: PatternsProps) {
  const [isOpen, setOpen] = useState(false)
  const isMobile = useMobile()
  return (
    <>
      <Button onClick={() => setOpen(true)}>常用凭证</Button>
      {isOpen && (
        <Drawer open title="常用凭证" size={isMobile ? '100%' : 560} onClose={() => setOpen(false)}>
          <Kept
            onTake={pattern => {
              if (props.onTake(pattern)) setOpen(false)
            }}
          />
          <Keep {...props} />
        </Drawer>
      )}
    </>
  )
}

function Kept({ onTake }: { onTake: (pattern: VoucherPattern) => void }) {
  const { data, error, refetch } = useCall(listVoucherPatterns, {}, { quiet: true })
  const drop = useSend(dropVoucherPattern, { invalidates, done: () => toast.success('已删除') })
  if (error) return <ErrorState error={error} retry={() => void refetch()} />
  if (!data) return <Skeleton />
  if (data.rows.length === 0) return <EmptyState text="还没有常用凭证，把每月重复的凭证存下来，下次一键填入" />
  const columns: readonly Column<VoucherPattern>[] = [
    textColumn('name', '名称', row => row.name, { width: 160, card: 'title' }),
    textColumn('summary', '摘要', row => row.summary, { width: 150 }),
    textColumn('lines', '行数', row => String(row.lines.length), { width: 60, align: 'right' }),
    {
      key: 'acts',
      title: '操作',
      width: 130,
      render: row => (
        <span className="vm-tools">
          <Button size="small" onClick={() => onTake(row)}>
            填入
          </Button>
          <Popconfirm
            title={`删除“${row.name}”？`}
            okText="删除"
            cancelText="不删除"
            onConfirm={() => drop.run({ id: row.id, version: row.version })}
          >
            <Button size="small" type="text" danger>
              删除
            </Button>
          </Popconfirm>
        </span>
      ),
    },
  ]
  return <SimpleTable title="常用凭证" rows={data.rows} columns={columns} rowKey={row => row.id} />
}

/** The voucher as it is typed, kept under a name without its day and waybills. */
function Keep({ typed, rows }: Pick<PatternsProps, 'typed' | 'rows'>) {
  const id = useId()
  const [name, setName] = useState('')
  const [fault, setFault] = useState<Refusal | Failure>()
  const { submit, isBusy } = useSend(saveVoucherPattern, { quiet: true, invalidates })
  const { kind, category, summary, counterparty } = typed
  const isEmpty = filledRows(rows).length === 0
  const keep = async (): Promise<void> => {
    setFault(undefined)
    try {
      await submit({
        name,
        kind,
        ...(kind === 'OTHER' ? { category } : {}),
        summary,
        counterparty,
        lines: linesOf(rows).map(({ waybillNo: _waybill, ...line }) => line),
      })
      setName('')
      toast.success('已存为常用凭证')
    } catch (error) {
      setFault(faultOfWrite(error))
    }
  }
  return (
    <Section title="把当前内容存为常用凭证">
      {isEmpty ? (
        <p className="ys-weak">先在表格里填写分录。金额每月不同的，可以留空。</p>
      ) : (
        <>
          <WriteFault error={fault} onReload={() => setFault(undefined)} />
          <div className="vm-tools">
            <label htmlFor={id}>名称</label>
            <TextInput
              id={id}
              max={patternMost.name}
              value={name}
              onChange={next => setName(typeof next === 'string' ? next : '')}
            />
            <Button disabled={name.trim() === ''} loading={isBusy} onClick={() => void keep()}>
              存为常用
            </Button>
          </div>
          <p className="ys-weak">日期和运单号不保存。</p>
        </>
      )}
    </Section>
  )
}
