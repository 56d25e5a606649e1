// Settlement details: every payable part across sheets, for those who pay and those who are paid.
import { listCarriers } from '@yunshu/contract/relation/relation'
import { listUrl } from '@yunshu/contract/screens/screens'
import { countSettleDetails, listSettleDetails, type SettleDetailRow } from '@yunshu/contract/settlement/settleDetail'
import { waybillParts } from '@yunshu/domain/settlement/parts'
import { detailStages, detailTabs } from '@yunshu/domain/settlement/settleDetail'
import { stateTable } from '@yunshu/domain/states'
import { useMemo } from 'react'
import { useNavigate } from 'react-router'
import { useCan } from '../../lib/can.ts'
import { useSession } from '../../lib/session.ts'
import { sidesOf } from '../../lib/side.ts'
import { toast } from '../../lib/toast.ts'
import { DateRangeInput } from '../../ui/fields/DateInput.tsx'
import { CallSelect, KeySelect } from '../../ui/fields/KeySelect.tsx'
import { NumbersInput, TextInput } from '../../ui/fields/TextInput.tsx'
import { TickInput } from '../../ui/fields/TickInput.tsx'
import { copyAction } from '../../ui/list/bulkActions.ts'
import type { BulkAction } from '../../ui/list/column.tsx'
import { ListPage } from '../../ui/list/ListPage.tsx'
import type { QueryField } from '../../ui/list/QueryForm.tsx'
import { sameWaybill } from './settleDetailColumns.tsx'
import { useDetailActs } from './useDetailActs.tsx'
import { useDetailColumns } from './useOwnDetails.ts'
import { useMakeFeeSheet } from './useMakeFeeSheet.ts'
import './settlement.css'

/** The tabs of the details; parts have no moves of their own here. */
const tabTable = stateTable({ start: 'open', states: detailTabs, moves: {} })
const tabs = { field: 'state', machine: tabTable, counts: countSettleDetails, hasSums: true, allUnder: 'all' } as const

const rowKey = ({ id }: SettleDetailRow): string => id
const rowName = ({ waybillNo }: SettleDetailRow): string => waybillNo
const copy = copyAction<SettleDetailRow>('复制运单号', ({ waybillNo }) => waybillNo)
const isFee = ({ part }: SettleDetailRow): boolean => part === 'fee'
const isReady = (row: SettleDetailRow): boolean => row.stage === 'ready' && !isFee(row)

type Field = QueryField<typeof listSettleDetails>
const usual: readonly Field[] = [
  { name: 'numbers', input: <NumbersInput placeholder="运单号、客户单号、结算单号，可粘贴多个" /> },
  { name: 'text', input: <TextInput max={60} placeholder="车牌、司机、收款人、流水号" /> },
  { name: 'stage', input: <KeySelect table={detailStages} /> },
  { name: 'partKind', input: <KeySelect table={waybillParts} keys={['arrive', 'receipt', 'debt', 'adjust', 'fee']} /> },
  { range: ['from', 'to'], label: '签收时间', input: <DateRangeInput /> },
  { range: ['dueFrom', 'dueTo'], label: '到期日', input: <DateRangeInput /> },
  { name: 'overdue', label: '逾期', input: <TickInput>仅看逾期未付</TickInput> },
]
/** Invoices of carriers are between them and the house. */
const invoices: Field = { name: 'lacksInvoice', label: '未开票', input: <TickInput>仅看承运商未开票</TickInput> }
const carrier: Field = {
  name: 'carrierId',
  input: (
    <CallSelect
      call={listCarriers}
      input={text => (text === '' ? {} : { text })}
      options={({ rows }) => rows.map(({ companyId, name }) => ({ value: companyId, label: name }))}
      placeholder="全部"
    />
  ),
}

/** The most waybills an address brings along by their numbers, as a list is asked for at once. */
const joinMost = 500

/** Opens the page that makes sheets with the chosen parts, those that can be settled now. */
function useJoinSheet(): BulkAction<SettleDetailRow> {
  const navigate = useNavigate()
  return useMemo(
    () => ({
      label: '加入结算单',
      permit: 'settlement.make',
      isFor: isReady,
      run: rows => {
        const ready = rows.filter(isReady)
        const first = ready[0]
        const same = ready.filter(row => row.carrierId === first?.carrierId && row.shipperId === first.shipperId)
        if (same.length === 0 || same.length < ready.length) {
          toast.warning('一张结算单只能包含同一货主、同一承运商的运单')
          return
        }
        if (same.length > joinMost) {
          toast.warning(`一次最多带入 ${joinMost} 笔；更多请到制作结算单，按承运商整张生成`)
          return
        }
        const numbers = JSON.stringify([...new Set(same.map(({ waybillNo }) => waybillNo))])
        void navigate(listUrl('SettlementMake', { part: 'waybills', numbers, chosen: '1' }))
      },
    }),
    [navigate],
  )
}

/** Screen SettlementDetails. */
export default function SettlementDetailsPage() {
  const canSeeRelations = useCan('relation.view')
  const columns = useDetailColumns()
  const join = useJoinSheet()
  const fees = useMakeFeeSheet()
  const bulk = useMemo(() => [join, ...(fees ? [fees] : []), copy], [join, fees])
  const awaits = useSession(({ info }) => sidesOf(info).some(side => side !== 'shipper'))
  const query = useMemo(
    () => [...usual, ...(awaits ? [invoices] : []), ...(canSeeRelations ? [carrier] : [])],
    [awaits, canSeeRelations],
  )
  const { actions, dialogs } = useDetailActs()
  return (
    <>
      <ListPage
        call={listSettleDetails}
        columns={columns}
        rowKey={rowKey}
        rowName={rowName}
        joins={sameWaybill}
        query={query}
        tabs={tabs}
        bulk={bulk}
        actions={actions}
        empty="运单签收后在这里按分期列出"
      />
      {dialogs}
    </>
  )
}
