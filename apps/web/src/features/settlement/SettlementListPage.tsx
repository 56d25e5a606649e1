// The list of settlement sheets: states with counts, overdue ones, and the way to a new sheet.
import { listSorts } from '@yunshu/domain/sorting'
import { actUrl } from '@yunshu/contract/actLink'
import { screenUrl } from '@yunshu/contract/screens/screens'
import { countSettlements, listSettlements, type SettlementRow } from '@yunshu/contract/settlement/settlement'
import { sheetBatchActs, sheetsOfAct, type SheetBatchAct } from '@yunshu/domain/batch'
import { settlementStates, sheetTurns } from '@yunshu/domain/settlement/settlement'
import { Button } from 'antd'
import { useCallback, useMemo, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { can, useCan } from '../../lib/can.ts'
import { useBatchBar } from '../../parts/batch/useBatch.tsx'
import { useSession } from '../../lib/session.ts'
import { sidesOf } from '../../lib/side.ts'
import { useMobile } from '../../lib/useMobile.ts'
import { copyAction } from '../../ui/list/bulkActions.ts'
import { isUnpaid } from '../../parts/settlement/DueDate.tsx'
import { paysFor } from '../../parts/settlement/paysFor.ts'
import { SheetPeek } from '../../parts/settlement/SheetPeek.tsx'
import type { RowAction } from '../../ui/list/column.tsx'
import { ListPage } from '../../ui/list/ListPage.tsx'
import { relatedQuery, sheetQuery } from './sheetQuery.tsx'
import { settlementColumnsOf, settlementUrl } from './settlementColumns.tsx'
import { useSheetBatch } from './useSheetBatch.tsx'
import './settlement.css'

const rowKey = ({ id }: SettlementRow): string => id
const rowName = ({ settlementNum }: SettlementRow): string => settlementNum
const open = ({ settlementNum, pSettlementNum }: SettlementRow): string => settlementUrl(settlementNum, pSettlementNum)
const tabs = { field: 'state', machine: settlementStates, counts: countSettlements, hasSums: true } as const

const copy = copyAction<SettlementRow>('复制单号', ({ settlementNum }) => settlementNum)
const fits = ({ state }: SettlementRow, act: SheetBatchAct): boolean => sheetsOfAct[act].some(from => from === state)
const batchOf = { list: 'settlements', acts: sheetBatchActs, rowKey, fits } as const

/** The step a sheet waits for, where it is the reader's; one to be judged opens where its marks are read. */
const judged: Readonly<Record<string, string>> = { approve: '核对并审核', pay: '核对并支付' }
const isTurn = (state: SettlementRow['state']): state is keyof typeof sheetTurns => Object.hasOwn(sheetTurns, state)
function stepOf(row: SettlementRow): readonly RowAction[] {
  if (!isTurn(row.state)) return []
  const { move } = sheetTurns[row.state]
  const { label, permit } = settlementStates.moves[move]
  if (permit === 'system' || !can(permit)) return []
  return [{ label: judged[move] ?? label, to: move === 'submit' ? actUrl(open(row), move) : open(row) }]
}

/** Screen SettlementList. */
export default function SettlementListPage() {
  const canSeeRelations = useCan('relation.view')
  const canMake = useCan('settlement.make')
  const navigate = useNavigate()
  const batch = useBatchBar(batchOf)
  const papers = useSheetBatch()
  const bulk = useMemo(() => [...batch.bulk, papers.print, copy], [batch.bulk, papers.print])
  const query = canSeeRelations ? relatedQuery : sheetQuery
  const info = useSession(session => session.info)
  const peek = useCallback(
    ({ settlementNum, shipperId, state }: SettlementRow, isAsked: boolean, pending: ReactNode) => (
      <SheetPeek {...{ settlementNum, isAsked, pending }} hasMarks={isUnpaid(state) && paysFor(info, shipperId)} />
    ),
    [info],
  )
  const isMobile = useMobile()
  const actions = useCallback((row: SettlementRow) => (paysFor(info, row.shipperId) ? stepOf(row) : []), [info])
  const head = canMake && (
    <Button type="primary" onClick={() => void navigate(screenUrl('SettlementMake'))}>
      新建结算单
    </Button>
  )
  return (
    <>
      <ListPage
        call={listSettlements}
        columns={settlementColumnsOf(sidesOf(info))}
        rowKey={rowKey}
        rowName={rowName}
        empty="还没有结算单：可结算的运单在“新建结算单”"
        open={open}
        query={query}
        tabs={tabs}
        sorts={listSorts.settlements}
        bulk={bulk}
        peek={peek}
        // beside a list the sheet in view has the acts
        {...(isMobile ? { actions } : {})}
        primary={head}
      />
      {batch.dialog}
      {papers.view}
    </>
  )
}
