// Claiming money for waybills somebody names: what the shipper owes, oldest due first, with the share each gets.
import { actUrl } from '@yunshu/contract/actLink'
import type { Output } from '@yunshu/contract/call'
import {
  claimRemittance,
  listReceivables,
  receivablesMost,
  type ReceivableRow,
  type RemittanceDetail,
} from '@yunshu/contract/remittance/remittance'
import { listUrl } from '@yunshu/contract/screens/screens'
import { staleAfter } from '@yunshu/contract/topics'
import type { Fen } from '@yunshu/domain/figures/money'
import { pickedFen } from '@yunshu/domain/voucher/offset'
import { printCount } from '@yunshu/domain/figures/decimal'
import { Button, Checkbox } from 'antd'
import { useState } from 'react'
import { refreshStale } from '../../lib/queryClient.ts'
import { toast } from '../../lib/toast.ts'
import { useCall, useSend } from '../../lib/useCall.ts'
import { WaybillNo } from '../../parts/voucher/columns.tsx'
import { MoneyInput } from '../../ui/fields/FigureInput.tsx'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import { Money, Time } from '../../ui/Figures.tsx'
import { useTyped } from '../../ui/form/useTyped.ts'
import { moneyColumn, timeColumn, type Column } from '../../ui/list/column.tsx'
import { SimpleTable } from '../../ui/SimpleTable.tsx'
import { ErrorState, Skeleton } from '../../ui/States.tsx'
import { WriteDialog } from '../../ui/WriteDialog.tsx'
import {
  faultOfChosen,
  fillOldest,
  picksOf,
  restOf,
  sentPicks,
  setPay,
  setTailed,
  tailOf,
  toggleReceivable,
  type Chosen,
} from './pickRows.ts'
import './remittance.css'

const invalidates = staleAfter('remittance', 'voucher')
type Owed = Output<typeof listReceivables>

interface PickDialogProps {
  remittance: RemittanceDetail
  /** The part of the money that is claimed. */
  amount: Fen
  shipperId: string
  onDone: () => void
  onClose: () => void
}

export function PickDialog(props: PickDialogProps) {
  const { remittance, shipperId } = props
  const { data, error, refetch } = useCall(
    listReceivables,
    { id: remittance.id, shipperId },
    { quiet: true, keepPrevious: true },
  )
  if (data !== undefined) return <Filled {...props} owed={data} />
  return (
    <WriteDialog
      title={`指定运单 ${remittance.remittanceNo}`}
      okText="核销并认领"
      isReady={false}
      onSend={async () => undefined}
      onClose={props.onClose}
      onReload={() => void refetch()}
      isWide
    >
      {error ? <ErrorState error={error} retry={() => void refetch()} /> : <Skeleton />}
    </WriteDialog>
  )
}

function Filled({ remittance, amount, shipperId, owed, onDone, onClose }: PickDialogProps & { owed: Owed }) {
  const { id, version, rest } = remittance
  const title = `指定运单 ${remittance.remittanceNo}`
  const { typed, type, draft } = useTyped<{ chosen: readonly Chosen[] }>(
    {
      call: claimRemittance,
      fixed: { id, version, shipperId, amount },
      title,
      url: actUrl(listUrl('RemittanceList', { text: remittance.remittanceNo }), 'claim'),
    },
    { chosen: fillOldest(amount, owed.rows) },
  )
  const { submit } = useSend(claimRemittance, {
    quiet: true,
    invalidates,
    done: () => {
      toast.success('已核销入账')
      onDone()
    },
  })
  const { chosen } = typed
  return (
    <WriteDialog
      title={title}
      okText="核销并认领"
      isReady={chosen.length > 0 && faultOfChosen(amount, chosen) === undefined}
      onSend={async () =>
        submit({
          id,
          version,
          shipperId,
          amount,
          expectAmount: rest,
          receivables: sentPicks(chosen, owed.tailMost),
        })
      }
      onReload={() => {
        void refreshStale(invalidates)
        onClose()
      }}
      onClose={onClose}
      draft={draft}
      isWide
    >
      <p>
        {owed.shipperName}{' '}
        的未付运单，先到期的在前。所选运单直接核销；余款再按到期先后冲抵其余应收，还有剩余的记为预收款。
      </p>
      <Choice
        remittance={remittance}
        amount={amount}
        shipperId={shipperId}
        owed={owed}
        chosen={chosen}
        onChange={next => type({ chosen: next })}
      />
    </WriteDialog>
  )
}

interface ChoiceProps extends Omit<PickDialogProps, 'onDone' | 'onClose'> {
  owed: Owed
  chosen: readonly Chosen[]
  onChange: (next: readonly Chosen[]) => void
}

/** The table of what is owed; where the answer was cut, others are found by their numbers. */
function Choice({ remittance: { id }, amount, shipperId, owed, chosen, onChange }: ChoiceProps) {
  const [text, setText] = useState('')
  const found = useCall(
    listReceivables,
    { id, shipperId, ...(text === '' ? {} : { text }) },
    { quiet: true, keepPrevious: true },
  )
  const rows = found.data?.rows ?? owed.rows
  const left = restOf(amount, chosen)
  const fault = faultOfChosen(amount, chosen)
  return (
    <>
      <div className="ys-remittance-tools">
        <TextInput
          max={60}
          placeholder="运单号、客户单号"
          aria-label="查找运单"
          value={text}
          onChange={next => setText(typeof next === 'string' ? next : '')}
        />
        <Button onClick={() => onChange(fillOldest(amount, owed.rows))}>按到期先后填满</Button>
        <Button disabled={chosen.length === 0} onClick={() => onChange([])}>
          清空
        </Button>
        <span className="ys-weak">
          共 {printCount(owed.count)} 单，未付 <Money value={owed.owed} /> 元
          {owed.count > receivablesMost && `；下面是最早到期的 ${receivablesMost} 单，其他的请按单号查找`}
        </span>
      </div>
      <output className="ys-remittance-sum">
        <span>
          来款 <Money value={amount} strong /> 元
        </span>
        <span>
          核销 {printCount(chosen.length)} 单 <Money value={pickedFen(picksOf(chosen))} strong /> 元
        </span>
        <span>
          余款 <Money value={left} strong /> 元
        </span>
        {fault !== undefined && <span className="ys-fault">{fault}</span>}
      </output>
      <div className="ys-remittance-owed">
        <SimpleTable
          title="未付运单"
          rows={rows}
          columns={columnsOf({
            chosenOf: row => chosen.find(({ waybillId }) => waybillId === row.waybillId),
            tailMost: owed.tailMost,
            isSpent: left === 0,
            onToggle: row => onChange(toggleReceivable(amount, chosen, row)),
            onPay: (row, pay) => onChange(setPay(chosen, row, pay)),
            onTail: (row, isTailed) => onChange(setTailed(chosen, row.waybillId, isTailed)),
          })}
          rowKey={({ waybillId }) => waybillId}
        />
      </div>
    </>
  )
}

interface Choosing {
  chosenOf: (row: ReceivableRow) => Chosen | undefined
  /** The most a claim gives up of a waybill. */
  tailMost: Fen
  /** Nothing of the money is left to give. */
  isSpent: boolean
  onToggle: (row: ReceivableRow) => void
  onPay: (row: ReceivableRow, pay: Chosen['pay'] | undefined) => void
  onTail: (row: ReceivableRow, isTailed: boolean) => void
}

const columnsOf = ({
  chosenOf,
  tailMost,
  isSpent,
  onToggle,
  onPay,
  onTail,
}: Choosing): readonly Column<ReceivableRow>[] => [
  {
    key: 'waybillNo',
    title: '运单号',
    width: 210,
    render: row => (
      <span className="ys-remittance-pick">
        <Checkbox
          aria-label={`核销 ${row.waybillNo}`}
          checked={chosenOf(row) !== undefined}
          disabled={isSpent && chosenOf(row) === undefined}
          onChange={() => onToggle(row)}
        />
        <span>
          <WaybillNo waybillId={row.waybillId} waybillNo={row.waybillNo} />
          {row.upstreamNo !== undefined && <span className="ys-weak">{row.upstreamNo}</span>}
        </span>
      </span>
    ),
  },
  timeColumn('signedAt', '签收', row => row.signedAt, { dayOnly: true, whole: true, width: 100 }),
  {
    key: 'dueAt',
    title: '到期',
    width: 100,
    render: row => <Time value={row.dueAt} dayOnly whole />,
  },
  moneyColumn('open', '未付', row => row.open, { width: 110 }),
  {
    key: 'pay',
    title: '本次核销(元)',
    width: 140,
    align: 'right',
    render: row => (
      <>
        <MoneyInput
          aria-label={`${row.waybillNo} 本次核销`}
          value={chosenOf(row)?.pay}
          onChange={pay => onPay(row, pay)}
        />
        <Tail row={row} chosen={chosenOf(row)} most={tailMost} onTail={onTail} />
      </>
    ),
  },
]

interface TailProps {
  row: ReceivableRow
  chosen: Chosen | undefined
  most: Fen
  onTail: (row: ReceivableRow, isTailed: boolean) => void
}

/** Some fen that are left of a waybill, given up with the claim. */
function Tail({ row, chosen, most, onTail }: TailProps) {
  const tail = chosen && tailOf(chosen, most)
  if (tail === undefined) return null
  return (
    <Checkbox checked={chosen?.isTailed === true} onChange={({ target }) => onTail(row, target.checked)}>
      尾差 <Money value={tail} /> 元不再收
    </Checkbox>
  )
}
