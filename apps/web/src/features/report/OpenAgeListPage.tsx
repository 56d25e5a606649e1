// Ages of open accounts: what is only estimated of each carrier, and money nobody claimed; a carrier is asked for its invoices here.
import { listOpenAges, sumOpenAges, urgeEstimates, type OpenAgeRow } from '@yunshu/contract/report/openAge'
import { listUrl } from '@yunshu/contract/screens/screens'
import { openAgeKinds } from '@yunshu/domain/report/aging'
import { startOfDay } from '@yunshu/domain/figures/time'
import { printMoney, sumFen } from '@yunshu/domain/figures/money'
import { useCallback, useMemo, useState } from 'react'
import { useCan } from '../../lib/can.ts'
import { serverNow } from '../../lib/clock.ts'
import { useMobile } from '../../lib/useMobile.ts'
import { useUrlFilter, useUrlText } from '../../lib/urlState.ts'
import { useCall, useSend } from '../../lib/useCall.ts'
import { BranchSelect } from '../../parts/branch/BranchSelect.tsx'
import { UrgeDialog } from '../../parts/urge/UrgeDialog.tsx'
import { toldUrge } from '../../parts/urge/urging.ts'
import { DateInput } from '../../ui/fields/DateInput.tsx'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import type { RowAction } from '../../ui/list/column.tsx'
import { ListPage } from '../../ui/list/ListPage.tsx'
import { PaneTabs } from '../../ui/list/PaneTabs.tsx'
import type { QueryField } from '../../ui/list/QueryForm.tsx'
import { AgingCheck } from './aged.tsx'
import { openAgeColumnsOf } from './openAgeColumns.tsx'

const rowKey = ({ key }: OpenAgeRow): string => key
const rowName = ({ partyName }: OpenAgeRow): string => partyName
/** The estimates of the carrier that stand, or the receipts of the payer. */
const open = ({ kind, partyName, branchCompanyId: branchId }: OpenAgeRow): string =>
  kind === 'estimate'
    ? listUrl('VoucherList', { kind: 'TENTATIVE', openOver: '0', text: partyName, branchId })
    : listUrl('RemittanceList', { open: 'true', text: partyName, branchId })
const query: readonly QueryField<typeof listOpenAges>[] = [
  { name: 'at', label: '截至日期', input: <DateInput /> },
  { name: 'text', input: <TextInput max={60} placeholder="承运商、付款方" /> },
  { name: 'branchId', input: <BranchSelect /> },
]
const invalidates = [listOpenAges]
const panes = [
  { value: 'estimate', label: openAgeKinds.estimate.label },
  { value: 'unclaimed', label: openAgeKinds.unclaimed.label },
] as const
/** The message to a carrier in short. */
const aboutOf = ({ branchName, items, total }: OpenAgeRow): string =>
  `${branchName}有 ${items} 笔已签收的运费尚未结算，暂估 ${printMoney(total)} 元，请对账开票`

/** Screen OpenAgeList; which of its kinds is shown stands in the address as `pane`. */
export default function OpenAgeListPage() {
  const { filter } = useUrlFilter(listOpenAges)
  const [pane, setPane] = useUrlText('pane', filter.kind ?? 'estimate')
  const kind = pane === 'unclaimed' ? pane : 'estimate'
  const fixed = useMemo(() => ({ kind }) as const, [kind])
  const isMobile = useMobile()
  const { at } = filter
  const columns = useMemo(() => openAgeColumnsOf(kind, isMobile, at), [kind, isMobile, at])
  const { data } = useCall(sumOpenAges, { ...filter, kind }, { quiet: true })
  const mayUrge = useCan('invoice.input')
  const { run, isBusy } = useSend(urgeEstimates, { invalidates })
  const [urging, setUrging] = useState<OpenAgeRow>()
  const actions = useCallback(
    (row: OpenAgeRow): readonly RowAction[] => {
      const { partyId, urges, urgedAt = 0, d60, d90, older } = row
      if (!mayUrge || partyId === undefined) return []
      const label = urges === 0 ? '催票' : `催票（已催 ${urges} 次）`
      if (urgedAt >= startOfDay(serverNow())) return [{ label, why: '今天已经催过，明天可以再催' }]
      // of the last thirty days alone: no step that is due
      return [{ label, isAside: sumFen([d60, d90, older]) <= 0, onClick: () => setUrging(row) }]
    },
    [mayUrge],
  )
  const urge = ({ partyId: carrierId, branchCompanyId: branchId }: OpenAgeRow): void => {
    if (carrierId !== undefined)
      void run({ carrierId, branchId }).then(told => {
        if (told) toldUrge(told)
        setUrging(undefined)
      })
  }
  return (
    <>
      <ListPage
        call={listOpenAges}
        columns={columns}
        rowKey={rowKey}
        rowName={rowName}
        open={open}
        query={query}
        fixed={fixed}
        sums={sumOpenAges}
        actions={actions}
        head={
          <>
            <PaneTabs name="类别" panes={panes} value={kind} onChange={setPane} />
            {data?.check && <AgingCheck at={at} lacks={data.check.isEqual ? undefined : '与总账不符'} />}
          </>
        }
        empty={kind === 'unclaimed' ? '没有待认领的来款' : '没有未冲回的暂估'}
      />
      {urging && (
        <UrgeDialog
          act="催票"
          name={urging.partyName}
          about={aboutOf(urging)}
          isBusy={isBusy}
          onUrge={() => urge(urging)}
          onClose={() => setUrging(undefined)}
        />
      )}
    </>
  )
}
