// Payment files for a bank's batch upload: waiting to be let out, let out, or taken back.
import { countPayFiles, listPayFiles, type PayFileRow } from '@yunshu/contract/payFile/payFile'
import { screenUrl } from '@yunshu/contract/screens/screens'
import { payFileStates, type PayFileMove } from '@yunshu/domain/payFile/payFile'
import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { useCan } from '../../lib/can.ts'
import { BranchSelect } from '../../parts/branch/BranchSelect.tsx'
import { DateRangeInput } from '../../ui/fields/DateInput.tsx'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import { Reopens } from '../../ui/form/Reopens.tsx'
import { copyAction } from '../../ui/list/bulkActions.ts'
import { ListPage } from '../../ui/list/ListPage.tsx'
import type { QueryField } from '../../ui/list/QueryForm.tsx'
import { useRowDialog, useStepActions } from '../../ui/list/useRowAct.ts'
import { payFileColumns } from './payFileColumns.tsx'
import { PayFileDialog } from './PayFileDialog.tsx'

const rowKey = ({ id }: PayFileRow): string => id
const rowName = ({ fileNo }: PayFileRow): string => fileNo
const open = ({ id }: PayFileRow): string => screenUrl('PayFileDetails', { id })
const tabs = { field: 'state', machine: payFileStates, counts: countPayFiles, hasSums: true } as const
const bulk = [copyAction<PayFileRow>('复制文件号', ({ fileNo }) => fileNo)]
const query: readonly QueryField<typeof listPayFiles>[] = [
  { name: 'text', input: <TextInput max={60} placeholder="文件号、文件名、生成人" /> },
  { range: ['from', 'to'], label: '生成时间', input: <DateRangeInput /> },
  { name: 'branchId', input: <BranchSelect /> },
]
/** Files taken back carry nothing on. */
const isAside = (move: PayFileMove): boolean => 'danger' in payFileStates.moves[move]
const isMove = (act: string): act is PayFileMove => Object.hasOwn(payFileStates.moves, act)
const byAddress = {
  call: listPayFiles,
  isMove,
  find: (text: string) => ({ text }),
  nameOf: rowName,
  actsOf: (row: PayFileRow) => row.moves,
  whyNot: (row: PayFileRow | undefined, act: string) =>
    `现在不能${isMove(act) ? payFileStates.moves[act].label : '办理'}：${row ? `付款文件${payFileStates.states[row.state].label}，或须由另一人办理` : '没有这份付款文件'}`,
}

/** Screen PayFileList. */
export default function PayFileListPage() {
  const navigate = useNavigate()
  const canMake = useCan('payFile.make')
  const { moving, setMoving, close } = useRowDialog(byAddress)
  const actions = useStepActions(payFileStates.moves, setMoving, isAside)
  return (
    <>
      <ListPage
        call={listPayFiles}
        columns={payFileColumns}
        rowKey={rowKey}
        rowName={rowName}
        open={open}
        query={query}
        tabs={tabs}
        bulk={bulk}
        actions={actions}
        primary={
          canMake && (
            <Button type="primary" onClick={() => void navigate(screenUrl('PayFileMake', {}))}>
              生成付款文件
            </Button>
          )
        }
        empty="没有付款文件"
      />
      {moving && (
        <Reopens by={() => setMoving(moving)}>
          <PayFileDialog key={`${moving.move} ${moving.row.id}`} {...moving} onClose={close} />
        </Reopens>
      )}
    </>
  )
}
