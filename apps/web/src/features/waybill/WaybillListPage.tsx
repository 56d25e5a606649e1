// The list of waybills: states with counts, what can be asked for, sums, and what can be done with one or with many.
import { countWaybills, listWaybills, type WaybillRow } from '@yunshu/contract/waybill/waybill'
import { isCarrier, isShipper, userTypes } from '@yunshu/domain/account/account'
import { isHouseSide, type RoleSide } from '@yunshu/domain/permits'
import { waybillStates } from '@yunshu/domain/waybill/waybill'
import { useMemo } from 'react'
import { copyText } from '../../lib/copy.ts'
import { useCan, useSession, type UserInfo } from '../../lib/session.ts'
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

/** The sides of the market a person stands on. */
function sidesOf(info: UserInfo | undefined): readonly RoleSide[] {
  if (info === undefined || info.type === userTypes.platform) return ['platform']
  if (info.type === userTypes.branchManager) return ['branch']
  const businessType = info.businessType ?? 0
  return [
    ...(isShipper(businessType) ? ['shipper' as const] : []),
    ...(isCarrier(businessType) ? ['carrier' as const] : []),
  ]
}

/** Screen WaybillList. */
export default function WaybillListPage() {
  const canSeeRelations = useCan('relation.view')
  const info = useSession(session => session.info)
  const isPlatform = info?.type === userTypes.platform
  const isHouse = sidesOf(info).some(isHouseSide)
  const query = useMemo(
    () => waybillQuery({ canSeeRelations, isPlatform, isHouse }),
    [canSeeRelations, isPlatform, isHouse],
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
