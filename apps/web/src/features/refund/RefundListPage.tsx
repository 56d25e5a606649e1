// Refunds: prepaid money asked back, waiting for one person, for another, or sent.
import { countRefunds, listRefunds, type RefundRow } from '@yunshu/contract/refund/refund'
import { refundStates, type RefundMove } from '@yunshu/domain/refund'
import { Button } from 'antd'
import { useState } from 'react'
import { useCan } from '../../lib/can.ts'
import { BranchSelect } from '../../parts/branch/BranchSelect.tsx'
import { DateRangeInput } from '../../ui/fields/DateInput.tsx'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import { Reopens } from '../../ui/form/Reopens.tsx'
import { copyAction } from '../../ui/list/bulkActions.ts'
import { ListPage } from '../../ui/list/ListPage.tsx'
import type { QueryField } from '../../ui/list/QueryForm.tsx'
import { useRowDialog, useStepActions } from '../../ui/list/useRowAct.ts'
import { takesBack } from '../../ui/takesBack.ts'
import { AskRefundDrawer } from './AskRefundDrawer.tsx'
import { refundColumns } from './refundColumns.tsx'
import { RefundDialog } from './RefundDialog.tsx'
import { RefundDrawer } from './RefundDrawer.tsx'

const rowKey = ({ id }: RefundRow): string => id
const rowName = ({ refundNo }: RefundRow): string => refundNo
const tabs = { field: 'state', machine: refundStates, counts: countRefunds, hasSums: true } as const
const bulk = [copyAction<RefundRow>('复制退款号', ({ refundNo }) => refundNo)]
const query: readonly QueryField<typeof listRefunds>[] = [
  { name: 'text', input: <TextInput max={60} placeholder="退款号、流水号、户名、原因" /> },
  { range: ['from', 'to'], label: '申请时间', input: <DateRangeInput /> },
  { name: 'branchId', input: <BranchSelect /> },
]
const isMove = (act: string): act is RefundMove => Object.hasOwn(refundStates.moves, act)
const byAddress = {
  call: listRefunds,
  isMove,
  find: (text: string) => ({ text }),
  nameOf: rowName,
  actsOf: (row: RefundRow) => row.moves,
  whyNot: (row: RefundRow | undefined, act: string) =>
    `现在不能${isMove(act) ? refundStates.moves[act].label : '办理'}：${row ? `退款${refundStates.states[row.state].label}，或须由另一人办理` : '没有这笔退款'}`,
}

/** Screen RefundList. */
export default function RefundListPage() {
  const canAsk = useCan('refund.ask')
  const [isAsking, setAsking] = useState(false)
  const { moving, setMoving, close } = useRowDialog(byAddress)
  const actions = useStepActions(refundStates.moves, setMoving, takesBack)
  return (
    <>
      <ListPage
        call={listRefunds}
        columns={refundColumns}
        rowKey={rowKey}
        rowName={rowName}
        drawer={(id, onClose) => <RefundDrawer id={id} actions={actions} onClose={onClose} />}
        query={query}
        tabs={tabs}
        bulk={bulk}
        actions={actions}
        primary={
          canAsk && (
            <Button type="primary" onClick={() => setAsking(true)}>
              申请退款
            </Button>
          )
        }
        empty="没有退款"
      />
      {isAsking && (
        <Reopens by={() => setAsking(true)}>
          <AskRefundDrawer onClose={() => setAsking(false)} />
        </Reopens>
      )}
      {moving && (
        <Reopens by={() => setMoving(moving)}>
          <RefundDialog key={`${moving.move} ${moving.row.id}`} {...moving} onClose={close} />
        </Reopens>
      )}
    </>
  )
}
