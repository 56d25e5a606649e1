// Fund records: what came to the channel account and what fuel was bought, waiting for a second person or booked.
import { countFunds, listFunds, recordFund, type FundRow } from '@yunshu/contract/fund/fund'
import { fundKinds, fundStates, type FundMove } from '@yunshu/domain/fund'
import { Button } from 'antd'
import { useState } from 'react'
import { useCan } from '../../lib/can.ts'
import { BranchSelect } from '../../parts/branch/BranchSelect.tsx'
import { DateRangeInput } from '../../ui/fields/DateInput.tsx'
import { KeySelect } from '../../ui/fields/KeySelect.tsx'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import { copyAction } from '../../ui/list/bulkActions.ts'
import { ListPage } from '../../ui/list/ListPage.tsx'
import { useRowDialog, useStepActions } from '../../ui/list/useRowAct.ts'
import { takesBack } from '../../ui/takesBack.ts'
import type { QueryField } from '../../ui/list/QueryForm.tsx'
import { fundColumns } from './fundColumns.tsx'
import { FundDialog } from './FundDialog.tsx'
import { FundDrawer } from './FundDrawer.tsx'
import { RecordDrawer } from './RecordDrawer.tsx'
import { Reopens } from '../../ui/form/Reopens.tsx'
import { useReopening } from '../../ui/form/useReopening.ts'

const rowKey = ({ id }: FundRow): string => id
const rowName = ({ recordNo }: FundRow): string => recordNo
const tabs = { field: 'state', machine: fundStates, counts: countFunds, hasSums: true } as const
const bulk = [copyAction<FundRow>('复制单号', ({ recordNo }) => recordNo)]
const query: readonly QueryField<typeof listFunds>[] = [
  { name: 'kind', input: <KeySelect table={fundKinds} /> },
  { range: ['from', 'to'], label: '到账或购油日期', input: <DateRangeInput /> },
  { name: 'text', input: <TextInput max={60} placeholder="单号、流水号、发票号" /> },
  { name: 'branchId', input: <BranchSelect /> },
]

const isFundMove = (act: string): act is FundMove => Object.hasOwn(fundStates.moves, act)
const byAddress = {
  call: listFunds,
  isMove: isFundMove,
  find: (text: string) => ({ text }),
  nameOf: rowName,
  actsOf: (row: FundRow) => row.moves,
  whyNot: (row: FundRow | undefined, act: string) =>
    `现在不能${Object.entries(fundStates.moves).find(([move]) => move === act)?.[1].label ?? '办理'}：${row ? `登记单${fundStates.states[row.state].label}，或须由另一人办理` : '没有这张登记单'}`,
}

/** Screen FundList. */
export default function FundListPage() {
  const canRecord = useCan('fund.record')
  const [isRecording, setRecording] = useState(false)
  useReopening([() => setRecording(true), recordFund])
  const { moving, setMoving, close } = useRowDialog(byAddress)
  const actions = useStepActions(fundStates.moves, setMoving, takesBack)
  return (
    <>
      <ListPage
        call={listFunds}
        columns={fundColumns}
        rowKey={rowKey}
        rowName={rowName}
        empty="还没有资金登记：钱到账后先在这里登记"
        drawer={(id, onClose) => <FundDrawer id={id} actions={actions} onClose={onClose} />}
        query={query}
        tabs={tabs}
        bulk={bulk}
        actions={actions}
        primary={
          canRecord && (
            <Button type="primary" onClick={() => setRecording(true)}>
              登记资金
            </Button>
          )
        }
      />
      {isRecording && (
        <Reopens by={() => setRecording(true)}>
          <RecordDrawer onClose={() => setRecording(false)} />
        </Reopens>
      )}
      {moving && <FundDialog key={`${moving.move} ${moving.row.id}`} {...moving} onClose={close} />}
    </>
  )
}
