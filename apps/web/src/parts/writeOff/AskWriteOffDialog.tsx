// Asking to give receivables of a shipper up: what it owes a branch, oldest due first, with the amount of each.
import { receivablesMost, type ReceivableRow } from '@yunshu/contract/remittance/remittance'
import { listUrl } from '@yunshu/contract/screens/screens'
import { staleAfter } from '@yunshu/contract/topics'
import { askWriteOff, listOwed } from '@yunshu/contract/writeOff/writeOff'
import { givenUpFen, writeOffMost } from '@yunshu/domain/writeOff'
import { printCount } from '@yunshu/domain/figures/decimal'
import { Button, Checkbox } from 'antd'
import { useState } from 'react'
import { refreshStale } from '../../lib/queryClient.ts'
import { toast } from '../../lib/toast.ts'
import { useCall, useSend } from '../../lib/useCall.ts'
import { MoneyInput } from '../../ui/fields/FigureInput.tsx'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import { isUnreadable } from '../../ui/fields/unreadable.ts'
import { Money, Time } from '../../ui/Figures.tsx'
import { useTyped } from '../../ui/form/useTyped.ts'
import { moneyColumn, type Column } from '../../ui/list/column.tsx'
import { SimpleTable } from '../../ui/SimpleTable.tsx'
import { ErrorState, Skeleton } from '../../ui/States.tsx'
import { ReasonField, WriteDialog } from '../../ui/WriteDialog.tsx'
import { WaybillNo } from '../voucher/columns.tsx'
import { chooseAll, faultOfRows, givenUpItems, setOff, type GivenUpRow } from './giveUpRows.ts'
import './writeOff.css'

const invalidates = staleAfter('writeOff')

interface AskWriteOffDialogProps {
  shipperId: string
  branchId: string
  /** Told the request that was made. */
  onDone?: (id: string) => void
  onClose: () => void
}

export function AskWriteOffDialog({ shipperId, branchId, onDone, onClose }: AskWriteOffDialogProps) {
  const of = { shipperId, branchId }
  const title = '申请坏账核销'
  const { typed, type, draft } = useTyped<{ chosen: readonly GivenUpRow[]; reason: string }>(
    { call: askWriteOff, fixed: of, title, url: listUrl('WriteOffList', { shipperId, branchId }) },
    { chosen: [], reason: '' },
  )
  const { submit } = useSend(askWriteOff, {
    quiet: true,
    invalidates,
    done: ({ id, writeOffNo }) => {
      toast.success(`已申请 ${writeOffNo}，待另一人确认`)
      onDone?.(id)
      onClose()
    },
  })
  const { chosen, reason } = typed
  return (
    <WriteDialog
      title={title}
      okText="提交申请"
      danger
      isReady={faultOfRows(chosen) === undefined && reason.trim() !== ''}
      onSend={async () => submit({ ...of, receivables: givenUpItems(chosen), reason: reason.trim() })}
      onReload={() => {
        void refreshStale(invalidates)
        onClose()
      }}
      onClose={onClose}
      draft={draft}
      isWide
    >
      <p>
        由另一人确认后记为坏账，不冲减收入；税额还没有计提的同时计提。确认以前不记账，也不占用应收。以后收到钱的，冲销核销后照常认领。
      </p>
      <Owed {...of} chosen={chosen} onChange={next => type({ chosen: next })} />
      <ReasonField value={reason} onChange={next => type({ reason: next })} />
    </WriteDialog>
  )
}

interface OwedProps {
  shipperId: string
  branchId: string
  chosen: readonly GivenUpRow[]
  onChange: (next: readonly GivenUpRow[]) => void
}

/** The table of what is owed; where the answer was cut, others are found by their numbers. */
function Owed({ shipperId, branchId, chosen, onChange }: OwedProps) {
  const [text, setText] = useState('')
  const { data, error, refetch } = useCall(
    listOwed,
    { shipperId, branchId, ...(text === '' ? {} : { text }) },
    { quiet: true, keepPrevious: true },
  )
  if (error && !data) return <ErrorState error={error} retry={() => void refetch()} />
  if (!data) return <Skeleton />
  const fault = chosen.length === 0 ? undefined : faultOfRows(chosen)
  const columns = columnsOf({
    offOf: row => chosen.find(({ waybillId }) => waybillId === row.waybillId)?.off,
    onOff: (row, off) => onChange(setOff(chosen, row, off)),
  })
  return (
    <>
      <div className="ys-write-off-tools">
        <TextInput
          max={60}
          placeholder="运单号、客户单号"
          aria-label="查找运单"
          value={text}
          onChange={next => setText(typeof next === 'string' ? next : '')}
        />
        <Button disabled={chosen.length >= writeOffMost} onClick={() => onChange(chooseAll(chosen, data.rows))}>
          全选
        </Button>
        <Button disabled={chosen.length === 0} onClick={() => onChange([])}>
          清空
        </Button>
        <span className="ys-weak">
          {data.shipperName} 欠 {data.branchName} {printCount(data.count)} 单，未收 <Money value={data.owed} /> 元
          {data.count > receivablesMost && `；下面是最早到期的 ${receivablesMost} 单，其他的请按单号查找`}
          {data.count > writeOffMost && `；一次最多核销 ${writeOffMost} 单，全选从最早到期的选起`}
        </span>
      </div>
      <output className="ys-write-off-sum">
        <span>
          核销 {printCount(chosen.length)} 单 <Money value={givenUpFen(givenUpItems(chosen))} strong /> 元
        </span>
        {fault !== undefined && <span className="ys-fault">{fault}</span>}
      </output>
      <div className="ys-write-off-owed">
        <SimpleTable title="未收运单" rows={data.rows} columns={columns} rowKey={({ waybillId }) => waybillId} />
      </div>
    </>
  )
}

interface Choosing {
  offOf: (row: ReceivableRow) => GivenUpRow['off'] | undefined
  onOff: (row: ReceivableRow, off: GivenUpRow['off'] | undefined) => void
}

const columnsOf = ({ offOf, onOff }: Choosing): readonly Column<ReceivableRow>[] => [
  {
    key: 'waybillNo',
    title: '运单号',
    width: 210,
    render: row => (
      <span className="ys-write-off-pick">
        <Checkbox
          aria-label={`核销 ${row.waybillNo}`}
          checked={offOf(row) !== undefined}
          onChange={({ target }) => onOff(row, target.checked ? row.open : undefined)}
        />
        <span>
          <WaybillNo waybillId={row.waybillId} waybillNo={row.waybillNo} />
          {row.upstreamNo !== undefined && <span className="ys-weak">{row.upstreamNo}</span>}
        </span>
      </span>
    ),
  },
  {
    key: 'dueAt',
    title: '到期',
    width: 100,
    render: row => <Time value={row.dueAt} dayOnly whole />,
  },
  moneyColumn('amount', '应收', row => row.amount, { width: 110 }),
  moneyColumn('open', '未收', row => row.open, { width: 110 }),
  {
    key: 'off',
    title: '核销(元)',
    width: 140,
    align: 'right',
    render: row => (
      <MoneyInput
        aria-label={`${row.waybillNo} 核销金额`}
        value={offOf(row)}
        onChange={off => onOff(row, off === undefined || isUnreadable(off) || off > 0 ? off : undefined)}
      />
    ),
  },
]
