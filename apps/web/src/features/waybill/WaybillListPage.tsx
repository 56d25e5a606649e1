// The list of waybills: states with counts, what can be asked for, sums, and what can be done with one or with many.
import { countWaybills, listWaybills, type WaybillRow } from '@yunshu/contract/waybill/waybill'
import { isHouseSide } from '@yunshu/domain/permits'
import { waybillStates } from '@yunshu/domain/waybill/waybill'
import { useMemo } from 'react'
import { copyText } from '../../lib/copy.ts'
import { useCan } from '../../lib/can.ts'
import { useSession } from '../../lib/session.ts'
import { isPlatform, sidesOf } from '../../lib/side.ts'
import type { RowAction } from '../../ui/list/column.tsx'
import { ListPage } from '../../ui/list/ListPage.tsx'
import { waybillBulk } from './waybillBulk.ts'
import { waybillColumns, waybillUrl } from './waybillColumns.tsx'
import { waybillQuery } from './waybillQuery.tsx'

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

const actions = ({ id, waybillNo }: WaybillRow): readonly RowAction[] => [
  { label: '详情', to: waybillUrl(id) },
  { label: '复制单号', onClick: () => void copyText(waybillNo) },
]

/** Screen WaybillList. */
export default function WaybillListPage() {
  const canSeeRelations = useCan('relation.view')
  const info = useSession(session => session.info)
  const isOwn = isPlatform(info)
  const isHouse = sidesOf(info).some(isHouseSide)
  const query = useMemo(
    () => waybillQuery({ canSeeRelations, isPlatform: isOwn, isHouse }),
    [canSeeRelations, isOwn, isHouse],
  )
  const bulk = useMemo(() => waybillBulk(sidesOf(info)), [info])
  return (
    <ListPage
      call={listWaybills}
      columns={waybillColumns}
      rowKey={rowKey}
      rowName={rowName}
      open={open}
      query={query}
      tabs={tabs}
      actions={actions}
      actionsWidth={140}
      bulk={bulk}
    />
  )
}
