// Ages of open accounts: what is only estimated of each carrier, and money nobody claimed; a carrier is asked for its invoices here.
import { listOpenAges, sumOpenAges, urgeEstimates, type OpenAgeRow } from '@yunshu/contract/report/openAge'
import { listUrl } from '@yunshu/contract/screens/screens'
import { openAgeKinds } from '@yunshu/domain/report/aging'
import { startOfDay } from '@yunshu/domain/figures/time'
import { useCallback } from 'react'
import { useCan } from '../../lib/can.ts'
import { serverNow } from '../../lib/clock.ts'
import { useUrlFilter } from '../../lib/urlState.ts'
import { useCall, useSend } from '../../lib/useCall.ts'
import { BranchSelect } from '../../parts/branch/BranchSelect.tsx'
import { toldUrge } from '../../parts/urge/urging.ts'
import { DateInput } from '../../ui/fields/DateInput.tsx'
import { KeySelect } from '../../ui/fields/KeySelect.tsx'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import type { RowAction } from '../../ui/list/column.tsx'
import { ListPage } from '../../ui/list/ListPage.tsx'
import type { QueryField } from '../../ui/list/QueryForm.tsx'
import { AgingCheck } from './aged.tsx'
import { openAgeColumns } from './openAgeColumns.tsx'

const rowKey = ({ key }: OpenAgeRow): string => key
const rowName = ({ partyName }: OpenAgeRow): string => partyName
/** The estimates of the carrier that stand, or the receipts of the payer. */
const open = ({ kind, partyName, branchCompanyId: branchId }: OpenAgeRow): string =>
  kind === 'estimate'
    ? listUrl('VoucherList', { kind: 'TENTATIVE', openOver: '0', text: partyName, branchId })
    : listUrl('RemittanceList', { open: 'true', text: partyName, branchId })
const query: readonly QueryField<typeof listOpenAges>[] = [
  { name: 'kind', label: '类别', input: <KeySelect table={openAgeKinds} placeholder={openAgeKinds.estimate.label} /> },
  { name: 'at', label: '截至日期', input: <DateInput /> },
  { name: 'text', input: <TextInput max={60} placeholder="承运商、付款方" /> },
  { name: 'branchId', input: <BranchSelect /> },
]
const invalidates = [listOpenAges]

/** Screen OpenAgeList. */
export default function OpenAgeListPage() {
  const { filter } = useUrlFilter(listOpenAges)
  const { data } = useCall(sumOpenAges, filter, { quiet: true })
  const mayUrge = useCan('invoice.input')
  const { run, isBusy } = useSend(urgeEstimates, { invalidates })
  const actions = useCallback(
    ({ partyId: carrierId, branchCompanyId: branchId, urgedAt = 0 }: OpenAgeRow): readonly RowAction[] => {
      if (!mayUrge || carrierId === undefined) return []
      if (urgedAt >= startOfDay(serverNow())) return [{ label: '催票', why: '今天已经催过，明天可以再催' }]
      const urge = (): void => void run({ carrierId, branchId }).then(told => told && toldUrge(told))
      return [{ label: '催票', disabled: isBusy, onClick: urge }]
    },
    [mayUrge, isBusy, run],
  )
  return (
    <ListPage
      call={listOpenAges}
      columns={openAgeColumns}
      rowKey={rowKey}
      rowName={rowName}
      open={open}
      query={query}
      sums={sumOpenAges}
      actions={actions}
      head={data?.check && <AgingCheck at={filter.at} lacks={data.check.isEqual ? undefined : '与总账不符'} />}
      empty={filter.kind === 'unclaimed' ? '没有待认领的来款' : '没有未冲回的暂估'}
    />
  )
}
