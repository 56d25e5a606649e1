// Reconciliation of the channel: the days of a month, and what differs between the bank's files and the books.
import { countReconItems, listReconItems, type ReconItemRow } from '@yunshu/contract/recon/recon'
import { DAY_MS } from '@yunshu/domain/figures/time'
import { reconItemStates, reconKinds } from '@yunshu/domain/recon/recon'
import { layingTurns } from '@yunshu/domain/recon/reconLaying'
import { useCallback, useState } from 'react'
import { useSession } from '../../lib/session.ts'
import { isPlatform } from '../../lib/side.ts'
import { useAddressPart } from '../../lib/useAddressPart.ts'
import { useUrlFilter } from '../../lib/urlState.ts'
import { BranchSelect } from '../../parts/branch/BranchSelect.tsx'
import { DateRangeInput } from '../../ui/fields/DateInput.tsx'
import { KeySelect } from '../../ui/fields/KeySelect.tsx'
import { NumbersInput, TextInput } from '../../ui/fields/TextInput.tsx'
import type { RowAction } from '../../ui/list/column.tsx'
import { ListPage } from '../../ui/list/ListPage.tsx'
import type { QueryField } from '../../ui/list/QueryForm.tsx'
import { ReconActDialog, type Acting } from './ReconActDialog.tsx'
import { reconColumns } from './reconColumns.tsx'
import { ReconCalendar } from './ReconCalendar.tsx'
import { ReconDrawer } from './ReconDrawer.tsx'
import { reconStepsOf } from './reconSteps.ts'
import { useLaying } from './useLaying.tsx'
import { ReconStatementDrawer } from './ReconStatementDrawer.tsx'
import './recon.css'

const rowKey = ({ id }: ReconItemRow): string => id
const rowName = ({ serial, tradeNo, kind }: ReconItemRow): string => serial ?? tradeNo ?? reconKinds[kind]
const tabs = { field: 'state', machine: reconItemStates, counts: countReconItems } as const
const query: readonly QueryField<typeof listReconItems>[] = [
  { name: 'text', input: <TextInput max={60} placeholder="流水号、订单号、对方" /> },
  { name: 'numbers', input: <NumbersInput placeholder="银行流水号、订单号、交易流水号，可粘贴多个" /> },
  { range: ['from', 'to'], label: '日期', input: <DateRangeInput /> },
  { name: 'kind', label: '差异', input: <KeySelect table={reconKinds} /> },
  { name: 'branchId', input: <BranchSelect /> },
  { name: 'waits', label: '待办', input: <KeySelect table={layingTurns} /> },
]

/** Screen ReconList. */
export default function ReconListPage() {
  const { filter, patch } = useUrlFilter(listReconItems)
  // the calendar is of one branch: the platform chooses it first
  const isPlatformSide = useSession(({ info }) => isPlatform(info))
  const hasCalendar = !isPlatformSide || filter.branchId !== undefined
  const [file, setFile] = useAddressPart('file')
  const [acting, setActing] = useState<Acting>()
  const { bulk, actions: layingActs, dialogs: layingDialogs } = useLaying()
  const actions = useCallback(
    (row: ReconItemRow): readonly RowAction[] => [
      ...reconStepsOf(row).map(({ act, ...how }) => ({ ...how, onClick: () => setActing({ row, act }) })),
      ...layingActs(row),
    ],
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
          drawer={(id, onClose) => <ReconDrawer id={id} actions={actions} onClose={onClose} />}
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
      {acting && <ReconActDialog {...acting} onClose={() => setActing(undefined)} onReopen={() => setActing(acting)} />}
    </div>
  )
}
