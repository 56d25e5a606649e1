// Making a payment file: payments that wait for one, chosen and written by a template of a bank.
import { listPayFileCandidates, type PayFileCandidate } from '@yunshu/contract/payFile/payFile'
import { screenUrl } from '@yunshu/contract/screens/screens'
import { countPaymentTasks } from '@yunshu/contract/settlement/paymentTask'
import { Button } from 'antd'
import { useCallback, useMemo, useState } from 'react'
import { useCan } from '../../lib/can.ts'
import { useCall } from '../../lib/useCall.ts'
import { BranchSelect } from '../../parts/branch/BranchSelect.tsx'
import { DateRangeInput } from '../../ui/fields/DateInput.tsx'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import { Reopens } from '../../ui/form/Reopens.tsx'
import type { BulkAction, RowAction } from '../../ui/list/column.tsx'
import { ListPage } from '../../ui/list/ListPage.tsx'
import { EmptyState } from '../../ui/States.tsx'
import type { QueryField } from '../../ui/list/QueryForm.tsx'
import { CancelPaymentDialog } from './CancelPaymentDialog.tsx'
import { MakeFileDialog } from './MakeFileDialog.tsx'
import { candidateColumns } from './payFileColumns.tsx'

const rowKey = ({ id }: PayFileCandidate): string => id
const rowName = ({ taskNo }: PayFileCandidate): string => taskNo
const open = ({ settlementNum }: PayFileCandidate): string => screenUrl('SettlementNormal', { settlementNum })
const query: readonly QueryField<typeof listPayFileCandidates>[] = [
  { name: 'text', input: <TextInput max={60} placeholder="支付任务号、收款户名、结算单号" /> },
  { range: ['from', 'to'], label: '付款时间', input: <DateRangeInput /> },
  { name: 'branchId', input: <BranchSelect /> },
]

/** The way to the payments that wait, with how many they are, for people who pay. */
function TasksLink() {
  const mayPay = useCan('settlement.view')
  const { data } = useCall(countPaymentTasks, {}, { quiet: true, enabled: mayPay })
  if (!mayPay) return null
  const waiting = data?.state.pay ?? 0
  return (
    <Button type="primary" href={screenUrl('PaymentTasks')}>
      去付款待办{waiting > 0 && `（待支付 ${waiting}）`}
    </Button>
  )
}

/** Screen PayFileMake. */
export default function PayFileMakePage() {
  const [chosen, setChosen] = useState<readonly PayFileCandidate[]>()
  const [dropped, setDropped] = useState<PayFileCandidate>()
  const bulk = useMemo(
    (): readonly BulkAction<PayFileCandidate>[] => [{ label: '生成文件', run: rows => setChosen(rows) }],
    [],
  )
  const actions = useCallback(
    (row: PayFileCandidate): readonly RowAction[] => [
      { label: '取消付款', danger: true, onClick: () => setDropped(row) },
    ],
    [],
  )
  return (
    <>
      <ListPage
        call={listPayFileCandidates}
        columns={candidateColumns}
        rowKey={rowKey}
        rowName={rowName}
        open={open}
        query={query}
        bulk={bulk}
        actions={actions}
        head={<span className="ys-weak">勾选付款生成文件，由另一人放行</span>}
        empty={
          <EmptyState text="没有待出文件的付款：先在付款待办选“银行批量文件”">
            <TasksLink />
          </EmptyState>
        }
      />
      {chosen && (
        <Reopens by={() => setChosen(chosen)}>
          <MakeFileDialog rows={chosen} onClose={() => setChosen(undefined)} />
        </Reopens>
      )}
      {dropped && (
        <Reopens by={() => setDropped(dropped)}>
          <CancelPaymentDialog row={dropped} onClose={() => setDropped(undefined)} />
        </Reopens>
      )}
    </>
  )
}
