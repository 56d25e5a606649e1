// The desk of payment exceptions: a bank's words against the books, proposed by one person and confirmed by another.
import {
  countMoneyExceptions,
  listMoneyExceptions,
  type MoneyExceptionRow,
} from '@yunshu/contract/settlement/moneyException'
import { exceptionKinds, moneyExceptionStates } from '@yunshu/domain/settlement/channelFacts'
import { useCallback, useState } from 'react'
import { DateRangeInput } from '../../ui/fields/DateInput.tsx'
import { KeySelect } from '../../ui/fields/KeySelect.tsx'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import { copyAction } from '../../ui/list/bulkActions.ts'
import type { RowAction } from '../../ui/list/column.tsx'
import { Reopens } from '../../ui/form/Reopens.tsx'
import { ListPage } from '../../ui/list/ListPage.tsx'
import { useShownRow } from '../../ui/list/shownRow.ts'
import type { QueryField } from '../../ui/list/QueryForm.tsx'
import { refreshStale } from '../../lib/queryClient.ts'
import { staleAfter } from '@yunshu/contract/topics'
import { ExceptionDialog, type ExceptionMove } from './ExceptionDialog.tsx'
import { ExceptionDrawer } from './ExceptionDrawer.tsx'
import { moneyExceptionColumns } from './moneyExceptionColumns.tsx'
import './settlement.css'

const rowKey = ({ id }: MoneyExceptionRow): string => id
const rowName = ({ kind, settlementNum = '' }: MoneyExceptionRow): string =>
  `${exceptionKinds[kind].label} ${settlementNum}`.trim()
const tabs = { field: 'state', machine: moneyExceptionStates, counts: countMoneyExceptions } as const
const bulk = [copyAction<MoneyExceptionRow>('复制支付任务号', ({ taskNo = '' }) => taskNo)]
const query: readonly QueryField<typeof listMoneyExceptions>[] = [
  { name: 'text', input: <TextInput max={60} placeholder="结算单号、收款人、流水号" /> },
  { name: 'kind', input: <KeySelect table={exceptionKinds} /> },
  { range: ['from', 'to'], label: '发现时间', input: <DateRangeInput /> },
]
const changed = staleAfter('settlement')
const reload = (): void => {
  void refreshStale(changed)
}

/** Screen MoneyExceptions. */
export default function MoneyExceptionsPage() {
  const [, setShown] = useShownRow()
  const [moving, setMoving] = useState<{ row: MoneyExceptionRow; move: ExceptionMove }>()
  const actions = useCallback(
    (row: MoneyExceptionRow): readonly RowAction[] => [
      ...row.moves.map(move => ({
        label: moneyExceptionStates.moves[move].label,
        onClick: () => setMoving({ row, move }),
      })),
      { label: '看全部消息', isAside: true, onClick: () => setShown(row.id) },
    ],
    [setShown],
  )
  return (
    <>
      <ListPage
        call={listMoneyExceptions}
        columns={moneyExceptionColumns}
        rowKey={rowKey}
        rowName={rowName}
        drawer={(id, onClose) => <ExceptionDrawer id={id} onMove={setMoving} onClose={onClose} />}
        query={query}
        tabs={tabs}
        bulk={bulk}
        actions={actions}
        empty="银行消息与账面一致，没有异常"
      />
      {moving && (
        <Reopens by={() => setMoving(moving)}>
          <ExceptionDialog
            key={`${moving.move} ${moving.row.id}`}
            {...moving}
            onClose={() => setMoving(undefined)}
            onReload={() => {
              reload()
              setMoving(undefined)
            }}
          />
        </Reopens>
      )}
    </>
  )
}
