// The statement of an account (账户流水), as a bank writes it: opening balance, every movement with the balance after
// it, closing balance.
import { listFlow, listFlowAccounts, listFlowParties, type FlowLine } from '@yunshu/contract/voucher/flow'
import { isHouseSide } from '@yunshu/domain/permits/permits'
import { Button } from 'antd'
import { useEffect, useMemo } from 'react'
import { serverNow } from '../../lib/clock.ts'
import { useSession } from '../../lib/session.ts'
import { sidesOf } from '../../lib/side.ts'
import { useCall } from '../../lib/useCall.ts'
import { useUrlFilter } from '../../lib/urlState.ts'
import { CreditBar } from '../../parts/credit/CreditBar.tsx'
import { BranchSelect } from '../../parts/branch/BranchSelect.tsx'
import { DateRangeInput } from '../../ui/fields/DateInput.tsx'
import { CallSelect } from '../../ui/fields/KeySelect.tsx'
import type { FieldProps } from '../../ui/fields/FigureInput.tsx'
import { usualRanges } from '../../ui/fields/usualRanges.ts'
import { ListPage } from '../../ui/list/ListPage.tsx'
import type { QueryField } from '../../ui/list/QueryForm.tsx'
import { ErrorState, Skeleton } from '../../ui/States.tsx'
import { FlowAccounts, FlowFoot, ofSums } from './FlowFoot.tsx'
import { flowColumnsOf } from './flowColumns.tsx'
import { useFlowPrint } from './useFlowPrint.tsx'
import './voucher.css'

const rowKey = ({ entryNo, n }: FlowLine): string => `${entryNo} ${n}`
const rowName = ({ entryNo }: FlowLine): string => entryNo

/** The company whose account is read; all of them together unless one is chosen. */
function PartySelect({ placeholder = '全部', ...props }: FieldProps<string>) {
  const id = typeof props.value === 'string' ? { id: props.value } : {}
  return (
    <CallSelect
      {...props}
      placeholder={placeholder}
      call={listFlowParties}
      input={text => (text === '' ? id : { ...id, text })}
      options={({ rows }) => rows.map(row => ({ value: row.id, label: row.name }))}
    />
  )
}

const days: QueryField<typeof listFlow> = { range: ['from', 'to'], label: '日期', input: <DateRangeInput /> }
const branch: QueryField<typeof listFlow> = { name: 'branchId', input: <BranchSelect /> }

/** The conditions beside the account, which is chosen by its tab. */
const ofCompany: readonly QueryField<typeof listFlow>[] = [days]
const ofHouse: readonly QueryField<typeof listFlow>[] = [days, { name: 'partyId', input: <PartySelect /> }, branch]

/** The month so far, which a statement opens with. */
const thisMonth = (): { from: number; to: number } => {
  const { from, to } = usualRanges(serverNow()).find(({ label }) => label === '本月') ?? { from: 0, to: serverNow() }
  return { from, to }
}

/** Screen FlowingWater. */
export default function FlowingWaterPage() {
  const info = useSession(s => s.info)
  const isHouse = sidesOf(info).some(isHouseSide)
  const { filter, setFilter, patch } = useUrlFilter(listFlow)
  const { account, partyId, branchId } = filter
  const { data, error, refetch } = useCall(listFlowAccounts, {
    ...(partyId === undefined ? {} : { partyId }),
    ...(branchId === undefined ? {} : { branchId }),
  })
  const fixed = useMemo(() => (account === undefined ? {} : { account }), [account])
  const columns = useMemo(
    () => flowColumnsOf({ account, partyId, branchId }, isHouse),
    [account, partyId, branchId, isHouse],
  )
  const rows = data?.rows
  const first = rows?.[0]?.account
  const paper = useFlowPrint()
  // the address says which account and which days from the start, so that it can be handed on
  useEffect(() => {
    if (account === undefined && first !== undefined)
      setFilter({ ...thisMonth(), ...filter, account: first }, { replace: true })
  }, [account, first, filter, setFilter])
  if (error !== undefined && error !== null && data === undefined)
    return <ErrorState error={error} retry={() => void refetch()} />
  return (
    <div className="vc-flow">
      {account === undefined ? (
        <Skeleton />
      ) : (
        <div className="vc-flow-list">
          <ListPage
            call={listFlow}
            columns={columns}
            rowKey={rowKey}
            rowName={rowName}
            query={isHouse ? ofHouse : ofCompany}
            fixed={fixed}
            head={<FlowAccounts rows={rows ?? []} account={account} onAccount={next => patch({ account: next })} />}
            foot={
              <FlowFoot filter={{ ...ofSums(filter), account }}>
                {(account === '2205.01' || account === '1122.01') && (
                  <CreditBar shipperId={isHouse ? partyId : undefined} isChosen={!isHouse || partyId !== undefined} />
                )}
              </FlowFoot>
            }
            empty="这段时间没有发生额"
            extra={
              <Button loading={paper.isReading} onClick={() => paper.print({ ...ofSums(filter), account })}>
                打印流水
              </Button>
            }
          />
        </div>
      )}
      {paper.view}
    </div>
  )
}
