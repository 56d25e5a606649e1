// The list of waybills: states with counts, what can be asked for, sums, and what can be done with one or with many.
import { countWaybills, listWaybills, type WaybillRow } from '@yunshu/contract/waybill/waybill'
import { isHouseSide } from '@yunshu/domain/permits/permits'
import { waybillStates, type WaybillState } from '@yunshu/domain/waybill/waybill'
import { screenUrl } from '@yunshu/contract/screens/screens'
import { useCallback, useMemo, type ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { can, useCan } from '../../lib/can.ts'
import { useSession } from '../../lib/session.ts'
import { isPlatform, sidesOf } from '../../lib/side.ts'
import { useMobile } from '../../lib/useMobile.ts'
import { readFilter } from '../../lib/urlState.ts'
import { useBatchBar } from '../../parts/batch/useBatch.tsx'
import type { RowAction } from '../../ui/list/column.tsx'
import { lazyPeek } from '../../ui/list/lazyPeek.tsx'
import { ListPage } from '../../ui/list/ListPage.tsx'
import { fitsBatch, waybillBatches, waybillBulk } from './waybillBulk.ts'
import { waybillColumnsOf, waybillUrl } from './waybillColumns.tsx'
import { isToJudge } from './deskOrder.ts'
import { nextStepOf } from './nextStep.ts'
import { waybillSorts } from './waybillSorts.ts'
import { waybillQuery, waybillSearch } from './waybillQuery.tsx'

const WaybillPeek = lazyPeek(async () => (await import('./WaybillPeek.tsx')).WaybillPeek)

const rowKey = ({ id }: WaybillRow): string => id
const rowName = ({ waybillNo }: WaybillRow): string => waybillNo
const open = ({ id }: WaybillRow): string => waybillUrl(id)
const tabs = {
  field: 'state',
  machine: waybillStates,
  counts: countWaybills,
  hasSums: true,
  sumsNote: '已取消、作废的不计金额',
} as const
const ended = ['finished', 'cancelled', 'void'] as const
/** A shipper's own steps stand first, then the road; a carrier's are the road itself. */
const shipperTabs = {
  ...tabs,
  states: [
    'toSign',
    'disputed',
    'interrupted',
    'inTransit',
    'arrived',
    'loading',
    'toLoad',
    'toAccept',
    'signed',
    ...ended,
  ] satisfies readonly WaybillState[],
} as const

const empty = '还没有运单：货源派车或接单后，运单会在这里'

const peek = ({ id }: WaybillRow, isAsked: boolean, pending: ReactNode) => (
  <WaybillPeek id={id} isAsked={isAsked} pending={pending} />
)

/** The way from a list of receipts to judge to the desk that holds the same ones. */
function ToDesk() {
  const canJudge = useCan('receipt.audit')
  const { search } = useLocation()
  const { receiptState } = readFilter(listWaybills, new URLSearchParams(search))
  if (!canJudge || receiptState === undefined || !isToJudge(receiptState)) return null
  return (
    <Link className="ys-bar-button" to={`${screenUrl('ReceiptDesk')}${search}`}>
      逐单审核
    </Link>
  )
}

/** Screen WaybillList. */
export default function WaybillListPage() {
  const canSeeRelations = useCan('relation.view')
  const info = useSession(session => session.info)
  const isOwn = isPlatform(info)
  const isHouse = sidesOf(info).some(isHouseSide)
  const isCarrying = sidesOf(info).includes('carrier')
  const isSigning = !isCarrying && sidesOf(info).includes('shipper')
  const query = useMemo(
    () => waybillQuery({ canSeeRelations, isPlatform: isOwn, isHouse, isCarrying }),
    [canSeeRelations, isOwn, isHouse, isCarrying],
  )
  const batchOf = useMemo(() => ({ acts: waybillBatches(sidesOf(info)), rowKey, fits: fitsBatch }), [info])
  const batch = useBatchBar(batchOf)
  const bulk = useMemo(() => [...batch.bulk, ...waybillBulk(sidesOf(info))], [batch.bulk, info])
  const sorts = useMemo(() => waybillSorts(sidesOf(info), can), [info])
  const isMobile = useMobile()
  const actions = useCallback(
    (row: WaybillRow): readonly RowAction[] => nextStepOf(row, info?.companyId, can),
    [info?.companyId],
  )
  const columns = useMemo(() => waybillColumnsOf(sidesOf(info)), [info])
  return (
    <>
      <ListPage
        call={listWaybills}
        columns={columns}
        rowKey={rowKey}
        rowName={rowName}
        open={open}
        query={query}
        search={waybillSearch}
        empty={empty}
        tabs={isSigning ? shipperTabs : tabs}
        bulk={bulk}
        peek={peek}
        sorts={sorts}
        head={<ToDesk />}
        // beside a list the waybill in view has the acts
        {...(isMobile ? { actions } : {})}
      />
      {batch.dialog}
    </>
  )
}
