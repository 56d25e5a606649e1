// Reconciliation of the channel: the days of a month, and what differs between the bank's files and the books.
import { countReconItems, listReconItems, type ReconItemRow } from '@yunshu/contract/recon/recon'
import { DAY_MS } from '@yunshu/domain/figures/time'
import { reconItemStates, reconKinds } from '@yunshu/domain/recon/recon'
import { layingTurns } from '@yunshu/domain/recon/reconLaying'
import { remittanceStates } from '@yunshu/domain/remittance'
import { useCallback, useState } from 'react'
import { useSession } from '../../lib/session.ts'
import { isPlatform } from '../../lib/side.ts'
import { useAddressPart } from '../../lib/useAddressPart.ts'
import { useUrlFilter } from '../../lib/urlState.ts'
import { BranchSelect } from '../../parts/branch/BranchSelect.tsx'
import { DateRangeInput } from '../../ui/fields/DateInput.tsx'
import { KeySelect } from '../../ui/fields/KeySelect.tsx'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import { Reopens } from '../../ui/form/Reopens.tsx'
import type { RowAction } from '../../ui/list/column.tsx'
import { ListPage } from '../../ui/list/ListPage.tsx'
import type { QueryField } from '../../ui/list/QueryForm.tsx'
import { reconColumns } from './reconColumns.tsx'
import { ReconCalendar } from './ReconCalendar.tsx'
import { ReconDialog, type ReconAct, type ReconStep } from './ReconDialog.tsx'
import { ReconReturnDialog } from './ReconReturnDialog.tsx'
import { useLaying } from './useLaying.tsx'
import { ReconStatementDrawer } from './ReconStatementDrawer.tsx'
import './recon.css'

const rowKey = ({ id }: ReconItemRow): string => id
const rowName = ({ serial, tradeNo, kind }: ReconItemRow): string => serial ?? tradeNo ?? reconKinds[kind]
const tabs = { field: 'state', machine: reconItemStates, counts: countReconItems } as const
const query: readonly QueryField<typeof listReconItems>[] = [
  { name: 'text', input: <TextInput max={60} placeholder="流水号、订单号、对方" /> },
  { range: ['from', 'to'], label: '日期', input: <DateRangeInput /> },
  { name: 'kind', label: '差异', input: <KeySelect table={reconKinds} /> },
  { name: 'branchId', input: <BranchSelect /> },
  { name: 'waits', label: '待办', input: <KeySelect table={layingTurns} /> },
]

interface ActProps {
  row: ReconItemRow
  act: ReconAct | 'return'
  onClose: () => void
}

const Act = ({ row, act, onClose }: ActProps) =>
  act === 'return' ? (
    <ReconReturnDialog row={row} onClose={onClose} />
  ) : (
    <ReconDialog row={row} act={act} onClose={onClose} />
  )

/** Screen ReconList. */
export default function ReconListPage() {
  const { filter, patch } = useUrlFilter(listReconItems)
  // the calendar is of one branch: the platform chooses it first
  const isPlatformSide = useSession(({ info }) => isPlatform(info))
  const hasCalendar = !isPlatformSide || filter.branchId !== undefined
  const [file, setFile] = useAddressPart('file')
  const [acting, setActing] = useState<{ row: ReconItemRow; act: ReconAct | 'return' }>()
  const { bulk, actions: layingActs, dialogs: layingDialogs } = useLaying()
  const actions = useCallback(
    (row: ReconItemRow): readonly RowAction[] => {
      const to = (act: ReconAct | 'return', label: string): RowAction => ({
        label,
        onClick: () => setActing({ row, act }),
      })
      const move = (name: ReconStep): RowAction => to(name, reconItemStates.moves[name].label)
      return [
        ...(row.canAdopt ? [to('adopt', '采纳建议')] : []),
        ...row.moves.flatMap(name => (name === 'match' || name === 'reopen' ? [] : [move(name)])),
        ...(row.canRecord ? [to('record', '补记')] : []),
        ...(row.canReturn ? [to('return', remittanceStates.moves.askReturn.label)] : []),
        ...layingActs(row),
      ]
    },
    [layingActs],
  )
  return (
    <div className="rc-page">
      {hasCalendar && (
        <ReconCalendar
          branchId={filter.branchId}
          from={filter.from}
          onDay={day => patch({ from: day, to: day + DAY_MS })}
          onMonth={(from, to) => patch({ from, to })}
          onFile={({ id }) => setFile(id)}
        />
      )}
      <div className="rc-list">
        <ListPage
          call={listReconItems}
          columns={reconColumns}
          rowKey={rowKey}
          rowName={rowName}
          query={query}
          tabs={tabs}
          actions={actions}
          bulk={bulk}
          primary={
            !hasCalendar && (
              <BranchSelect
                aria-label="分公司"
                placeholder="分公司日历"
                value={undefined}
                onChange={next => patch({ branchId: typeof next === 'string' ? next : undefined })}
              />
            )
          }
          empty="没有差异"
        />
      </div>
      {file !== undefined && <ReconStatementDrawer id={file} onClose={() => setFile(undefined)} />}
      {layingDialogs}
      {acting && (
        <Reopens by={() => setActing(acting)}>
          <Act key={`${acting.act} ${acting.row.id}`} {...acting} onClose={() => setActing(undefined)} />
        </Reopens>
      )}
    </div>
  )
}
