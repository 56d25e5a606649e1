// Four flows: signed waybills with the standing of agreement, goods, money and invoices, their rate, and the file for inspectors.
import { countChains, listChains, type ChainRow } from '@yunshu/contract/chain/chain'
import { screenUrl } from '@yunshu/contract/screens/screens'
import { chainLegs, chainReasons, chainStates, chainTabs, legStates, type ChainLeg } from '@yunshu/domain/chain/chain'
import { useMemo, useState } from 'react'
import { useCan } from '../../lib/can.ts'
import { useMobile } from '../../lib/useMobile.ts'
import { useUrlFilter } from '../../lib/urlState.ts'
import { BranchSelect } from '../../parts/branch/BranchSelect.tsx'
import { ChainLegs } from '../../parts/chain/ChainLegs.tsx'
import { DateRangeInput } from '../../ui/fields/DateInput.tsx'
import { KeySelect } from '../../ui/fields/KeySelect.tsx'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import { copyAction } from '../../ui/list/bulkActions.ts'
import type { BulkAction, RowAction } from '../../ui/list/column.tsx'
import { BarTerms } from '../../ui/list/BarTerms.tsx'
import { ListPage } from '../../ui/list/ListPage.tsx'
import type { QueryField } from '../../ui/list/QueryForm.tsx'
import { chainColumns } from './chainColumns.tsx'
import { ChainMonths } from './ChainMonths.tsx'
import { useChainZip } from './useChainZip.ts'

const rowKey = ({ id }: ChainRow): string => id
const rowName = ({ waybillNo }: ChainRow): string => waybillNo
const open = ({ id }: ChainRow): string => screenUrl('WaybillDetails', { id })
const peek = (row: ChainRow) => <ChainLegs chain={row} />
const tabs = { field: 'lack', machine: chainTabs, counts: countChains, allUnder: 'all' } as const
const legs = Object.keys(chainLegs) as ChainLeg[]
/** For each leg that is not whole the step that brings what is missing, each once. */
function actions(row: ChainRow): readonly RowAction[] {
  const steps = legs.flatMap(leg => {
    const first = row[leg].reasons.find(
      ({ key, url }) => url !== undefined && chainReasons[key].state === row[leg].state,
    )
    return first?.url === undefined ? [] : [{ label: chainReasons[first.key].act, isAside: true, to: first.url }]
  })
  return steps.filter(({ label }, at) => steps.findIndex(step => step.label === label) === at)
}
const query: readonly QueryField<typeof listChains>[] = [
  { name: 'text', input: <TextInput max={60} placeholder="运单号、车牌、货主、承运商" /> },
  { name: 'state', input: <KeySelect table={chainStates.states} /> },
  { name: 'leg', input: <KeySelect table={chainLegs} /> },
  { name: 'legState', input: <KeySelect table={legStates.states} /> },
  { range: ['from', 'to'], label: '签收日期', input: <DateRangeInput /> },
  { name: 'branchId', input: <BranchSelect /> },
]

/** Screen ChainList. */
export default function ChainListPage() {
  const canExport = useCan('export.run')
  const { filter } = useUrlFilter(listChains)
  const { take, isBusy } = useChainZip()
  const isMobile = useMobile()
  const [isRating, setRating] = useState(false)
  const bulk = useMemo(
    (): readonly BulkAction<ChainRow>[] => [
      copyAction<ChainRow>('复制运单号', ({ waybillNo }) => waybillNo),
      ...(canExport
        ? [{ label: '下载核查包', run: (rows: readonly ChainRow[]) => void take({ ids: rows.map(({ id }) => id) }) }]
        : []),
    ],
    [canExport, take],
  )
  const more = [
    ...(canExport ? [{ label: '下载核查包', disabled: isBusy, onClick: () => void take(filter) }] : []),
    { label: '月度合一率', onClick: () => setRating(true) },
  ]
  return (
    <>
      <ListPage
        call={listChains}
        columns={chainColumns[isMobile ? 'card' : 'table']}
        rowKey={rowKey}
        rowName={rowName}
        open={open}
        peek={peek}
        extra={isMobile && <BarTerms of={['四流核对']} />}
        query={query}
        tabs={tabs}
        bulk={bulk}
        actions={actions}
        more={more}
        empty="没有签收的运单"
      />
      {isRating && <ChainMonths branchId={filter.branchId} onClose={() => setRating(false)} />}
    </>
  )
}
