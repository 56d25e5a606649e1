// The ledger of debts: what carriers owe, from which sheet, for how long, and what ends it.
import { countDebts, listDebts, type DebtDetail, type DebtRow } from '@yunshu/contract/debt/debt'
import { debtStates, debtTabs, type DebtMove } from '@yunshu/domain/debt'
import { stateTable } from '@yunshu/domain/states'
import { listSorts } from '@yunshu/domain/sorting'
import { Button } from 'antd'
import { useCallback, useState } from 'react'
import { useCan } from '../../lib/can.ts'
import { useSession } from '../../lib/session.ts'
import { sidesOf } from '../../lib/side.ts'
import { Reopens } from '../../ui/form/Reopens.tsx'
import { copyAction } from '../../ui/list/bulkActions.ts'
import type { RowAction } from '../../ui/list/column.tsx'
import { ListPage } from '../../ui/list/ListPage.tsx'
import { useRowDialog } from '../../ui/list/useRowAct.ts'
import { takesBack } from '../../ui/takesBack.ts'
import { AgingDrawer } from './AgingDrawer.tsx'
import { ChaseDialog } from './ChaseDialog.tsx'
import { CollectDialog } from './CollectDialog.tsx'
import { debtColumns } from './debtColumns.tsx'
import { debtQuery } from './debtQuery.tsx'
import { DebtDialog } from './DebtDialog.tsx'
import { DebtDrawer } from './DebtDrawer.tsx'
import { LetterDrawer } from './LetterDrawer.tsx'
import { PlanDialog } from './PlanDialog.tsx'
import './debt.css'

const tabTable = stateTable({ start: 'open', states: debtTabs, moves: {} })
const tabs = { field: 'state', machine: tabTable, counts: countDebts, hasSums: true } as const
const rowKey = ({ id }: DebtRow): string => id
const rowName = ({ debtNo }: DebtRow): string => debtNo
const bulk = [copyAction<DebtRow>('复制欠款号', ({ debtNo }) => debtNo)]
type DebtAct = DebtMove | 'chase'
const isMove = (act: string): act is DebtMove => Object.hasOwn(debtStates.moves, act)
const isAct = (act: string): act is DebtAct => isMove(act) || act === 'chase'
const byAddress = {
  call: listDebts,
  isMove: isAct,
  find: (text: string) => ({ text }),
  nameOf: rowName,
  actsOf: (row: DebtRow) => [...row.moves, ...(row.chaseDue === undefined ? [] : ['chase'])],
  whyNot: (row: DebtRow | undefined, act: string) =>
    `现在不能${isMove(act) ? debtStates.moves[act].label : '登记催收'}：${row ? `欠款${debtStates.states[row.state].label}，或须由另一人办理` : '没有这笔欠款'}`,
}
const isStanding = ({ stage }: DebtRow): boolean => stage === 'open' || stage === 'partly'

type Open =
  | { readonly kind: 'collect' | 'letter'; readonly row: DebtRow }
  | { readonly kind: 'plan'; readonly row: DebtDetail }
  | { readonly kind: 'aging' }

/** Acts of a row: its steps, collecting and a reminder while it stands, and its record. */
function useActions(setOpen: (open: Open) => void, setMoving: (moving: Moving) => void) {
  const canClaim = useCan('remittance.claim')
  const canCollect = useCan('debt.collect')
  return useCallback(
    (row: DebtRow): readonly RowAction[] => [
      ...(canClaim && isStanding(row) ? [{ label: '登记收回', onClick: () => setOpen({ kind: 'collect', row }) }] : []),
      ...row.moves.map(move => ({
        label: debtStates.moves[move].label,
        danger: 'danger' in debtStates.moves[move],
        isAside: takesBack(move),
        onClick: () => setMoving({ row, move }),
      })),
      ...(canCollect && isStanding(row)
        ? [
            {
              label: '登记催收',
              isAside: row.chaseDue === undefined,
              onClick: () => setMoving({ row, move: 'chase' }),
            },
            { label: '催收函', isAside: true, onClick: () => setOpen({ kind: 'letter', row }) },
          ]
        : []),
    ],
    [canClaim, canCollect, setOpen, setMoving],
  )
}
interface Moving {
  readonly row: DebtRow
  readonly move: DebtAct
}

/** Screen DebtList. */
export default function DebtListPage() {
  const isCarrier = sidesOf(useSession(({ info }) => info)).every(side => side === 'carrier')
  const [open, setOpen] = useState<Open>()
  const { moving, setMoving, close: closeMoving } = useRowDialog(byAddress)
  const actions = useActions(setOpen, setMoving)
  const close = (): void => setOpen(undefined)
  return (
    <>
      <ListPage
        call={listDebts}
        columns={debtColumns[isCarrier ? 'carrier' : 'others']}
        rowKey={rowKey}
        rowName={rowName}
        drawer={(id, onClose) => (
          <DebtDrawer id={id} actions={actions} onPlan={row => setOpen({ kind: 'plan', row })} onClose={onClose} />
        )}
        query={debtQuery}
        tabs={tabs}
        sorts={listSorts.debts}
        bulk={bulk}
        actions={actions}
        primary={<Button onClick={() => setOpen({ kind: 'aging' })}>账龄表</Button>}
        empty="没有欠款：扣款没有超过运费，也没有要收回的款项"
      />
      {open?.kind === 'aging' && <AgingDrawer onClose={close} />}
      {open?.kind === 'letter' && <LetterDrawer row={open.row} onClose={close} />}
      {open?.kind === 'collect' && <CollectDialog row={open.row} onClose={close} />}
      {open?.kind === 'plan' && (
        <Reopens by={() => setOpen(open)}>
          <PlanDialog row={open.row} onClose={close} />
        </Reopens>
      )}
      {moving?.move === 'chase' && <ChaseDialog row={moving.row} onClose={closeMoving} />}
      {moving && moving.move !== 'chase' && (
        <Reopens by={() => setMoving(moving)}>
          <DebtDialog
            key={`${moving.move} ${moving.row.id}`}
            row={moving.row}
            move={moving.move}
            onClose={closeMoving}
          />
        </Reopens>
      )}
    </>
  )
}
