// The invoice query, form 红字: confirmations with what waits for whom, and their red invoices.
import { countReds, listReds, type RedRow } from '@yunshu/contract/invoice/red'
import { screenUrl } from '@yunshu/contract/screens/screens'
import { isTakenBack, redIssueStates, redStates, type RedMove } from '@yunshu/domain/invoice/red'
import { useCallback, useState } from 'react'
import { BranchSelect } from '../../parts/branch/BranchSelect.tsx'
import { DateRangeInput } from '../../ui/fields/DateInput.tsx'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import { copyAction } from '../../ui/list/bulkActions.ts'
import type { RowAction } from '../../ui/list/column.tsx'
import { ListPage } from '../../ui/list/ListPage.tsx'
import type { QueryField } from '../../ui/list/QueryForm.tsx'
import { useRowAct } from '../../ui/list/useRowAct.ts'
import { redColumns } from './redColumns.tsx'
import { isRedMove, RedDialog, type RedDialogMove } from './RedDialog.tsx'

const rowKey = ({ id }: RedRow): string => id
const rowName = ({ confirmNo }: RedRow): string => confirmNo
const open = ({ invoiceId }: RedRow): string => screenUrl('QueryInvoiceVoucher', { id: invoiceId })
const tabs = { field: 'state', machine: redStates, counts: countReds, hasSums: true } as const
const bulk = [copyAction<RedRow>('复制确认单号', ({ confirmNo }) => confirmNo)]
const isAlive = ({ issueState }: RedRow): boolean => issueState === 'sent'
const query: readonly QueryField<typeof listReds>[] = [
  { range: ['from', 'to'], label: '录入时间', input: <DateRangeInput /> },
  { name: 'text', input: <TextInput max={60} placeholder="确认单号、发票号、购方" /> },
  { name: 'branchId', input: <BranchSelect /> },
]

const isStep = (act: string): act is Extract<RedDialogMove, RedMove> =>
  Object.keys(redStates.moves).some(move => move === act && isRedMove(move as RedMove))
const byAddress = {
  call: listReds,
  find: (text: string) => ({ text }),
  nameOf: rowName,
  actsOf: ({ moves }: RedRow): readonly string[] => moves,
  whyNot: (row: RedRow | undefined) =>
    row === undefined ? '没有这张确认单' : `现在不能办理：确认单${redStates.states[row.state].label}，或须由别人办理`,
} as const

/** Screen QueryInvoiceRed. */
export default function QueryInvoiceRedPage() {
  const [pressed, setMoving] = useState<{ row: RedRow; move: RedDialogMove }>()
  const link = useRowAct(byAddress)
  const asked = link.asking && isStep(link.asking.act) ? { row: link.asking.row, move: link.asking.act } : undefined
  const moving = pressed ?? asked
  const close = (): void => {
    setMoving(undefined)
    link.done()
  }
  const actions = useCallback((row: RedRow): readonly RowAction[] => {
    const act = (move: RedDialogMove, label: string, danger: boolean): RowAction => ({
      label,
      danger,
      onClick: () => setMoving({ row, move }),
    })
    return [
      ...row.issueMoves.flatMap(move =>
        move === 'send' || move === 'record' || move === 'confirm' || move === 'deny'
          ? [act(`issue:${move}`, redIssueStates.moves[move].label, false)]
          : [],
      ),
      ...row.moves.filter(isRedMove).map(move => ({
        ...act(move, redStates.moves[move].label, 'danger' in redStates.moves[move]),
        isAside: isTakenBack(move),
      })),
    ]
  }, [])
  return (
    <>
      <ListPage
        call={listReds}
        columns={redColumns}
        rowKey={rowKey}
        rowName={rowName}
        open={open}
        query={query}
        tabs={tabs}
        bulk={bulk}
        actions={actions}
        isAlive={isAlive}
        empty="还没有红字确认单"
      />
      {moving && <RedDialog key={`${moving.move} ${moving.row.id}`} {...moving} onClose={close} />}
    </>
  )
}
