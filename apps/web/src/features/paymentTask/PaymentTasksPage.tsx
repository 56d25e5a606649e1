// The inbox of payment: sheets that wait for the person, by what they wait for, the one in view beside them with its acts.
import { actUrl } from '@yunshu/contract/actLink'
import { countPaymentTasks, listPaymentTasks, type PaymentTask } from '@yunshu/contract/settlement/paymentTask'
import { listCarriers } from '@yunshu/contract/relation/relation'
import { sheetBatchActs, type SheetBatchAct } from '@yunshu/domain/batch'
import { paymentTaskKeys, paymentTaskKinds, type PaymentTaskKind } from '@yunshu/domain/settlement/paymentTask'
import { settlementStates } from '@yunshu/domain/settlement/settlement'
import { stateTable } from '@yunshu/domain/states'
import { useCallback, useMemo, useState, type ReactNode } from 'react'
import { canAll, useCan } from '../../lib/can.ts'
import { useSession } from '../../lib/session.ts'
import { sidesOf } from '../../lib/side.ts'
import { useMobile } from '../../lib/useMobile.ts'
import { useBatchBar } from '../../parts/batch/useBatch.tsx'
import { CallSelect } from '../../ui/fields/KeySelect.tsx'
import { NumbersInput } from '../../ui/fields/TextInput.tsx'
import { TickInput } from '../../ui/fields/TickInput.tsx'
import type { RowAction } from '../../ui/list/column.tsx'
import { ListPage } from '../../ui/list/ListPage.tsx'
import type { QueryField } from '../../ui/list/QueryForm.tsx'
import { EmptyState } from '../../ui/States.tsx'
import { SheetPeek } from '../../parts/settlement/SheetPeek.tsx'
import { SilentChannels } from '../../parts/settlement/SilentChannels.tsx'
import { SheetSaid, type LastSheet } from '../../parts/settlement/SheetSaid.tsx'
import { inboxColumns, ownPaymentTaskColumns, paymentTaskColumns } from './paymentTaskColumns.tsx'

/** The kinds as the tabs and tags of a list want them; tasks have no moves of their own. */
const kinds = stateTable({ start: 'receipt', states: paymentTaskKinds, moves: {} })

const rowKey = ({ id }: PaymentTask): string => id
const rowName = ({ settlementNum }: PaymentTask): string => settlementNum
const fits = ({ kind }: PaymentTask, act: SheetBatchAct): boolean => kind === act
const batchOf = { list: 'paymentTasks', acts: sheetBatchActs, rowKey, fits } as const
/** Kinds whose money has not left yet: what differs is still worth a look. */
const unpaidKinds: readonly PaymentTaskKind[] = ['receipt', 'submit', 'approve', 'voiding', 'change', 'pay']
const open = ({ path }: PaymentTask): string => path
/** Kinds judged by the marks of the sheet, which stand on its page. */
const judged: Partial<Record<PaymentTaskKind, string>> = {
  approve: '核对并审核',
  voiding: '核对作废',
  change: '核对变更',
  pay: '核对并支付',
  slip: '核对并确认',
  record: '登记付款',
  closing: '核对关闭',
}
/** The next step of a card: a sheet is submitted at once; one to be judged opens where its marks are read. */
const actsOfCard = ({ kind, path }: PaymentTask): readonly RowAction[] => [
  kind === 'submit'
    ? { label: settlementStates.moves.submit.label, to: actUrl(path, 'submit') }
    : { label: judged[kind] ?? '查看处理', to: path },
]

type Field = QueryField<typeof listPaymentTasks>
const usual: readonly Field[] = [
  { name: 'numbers', input: <NumbersInput placeholder="结算单号，可粘贴多个" /> },
  { name: 'overdue', label: '逾期', input: <TickInput>仅看逾期</TickInput> },
]
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

/** Screen PaymentTasks. */
export default function PaymentTasksPage() {
  const canSeeRelations = useCan('relation.view')
  const jurisdiction = useSession(session => session.jurisdiction)
  const sides = useSession(({ info }) => sidesOf(info).join(' '))
  const isOwn = sides === 'shipper'
  // a kind nobody may end is no tab
  const states = useMemo(
    () =>
      jurisdiction
        ? paymentTaskKeys.filter(kind => {
            const { permit, awaits } = paymentTaskKinds[kind]
            return canAll([permit]) && awaits?.sides.some(side => sides.includes(side))
          })
        : [],
    [jurisdiction, sides],
  )
  const query = useMemo(() => (canSeeRelations ? [...usual, carrier] : usual), [canSeeRelations])
  const isMobile = useMobile()
  const batch = useBatchBar(batchOf)
  const [last, setLast] = useState<LastSheet>()
  const peek = useCallback(
    ({ settlementNum, kind }: PaymentTask, isAsked: boolean, pending: ReactNode) => (
      <SheetPeek
        {...{ settlementNum, isAsked, pending }}
        hasMarks={unpaidKinds.includes(kind)}
        onDone={(_, said) => setLast({ settlementNum, said })}
      />
    ),
    [],
  )
  const onLeft = useCallback(({ settlementNum }: PaymentTask) => setLast({ settlementNum }), [])
  const said = useMemo(() => last && <SheetSaid key={last.settlementNum} {...last} />, [last])
  const inbox = useMemo(() => ({ columns: inboxColumns, said, onLeft }), [said, onLeft])
  return (
    <>
      <SilentChannels />
      <ListPage
        call={listPaymentTasks}
        columns={isOwn ? ownPaymentTaskColumns : paymentTaskColumns}
        rowKey={rowKey}
        rowName={rowName}
        open={open}
        query={query}
        bulk={batch.bulk}
        tabs={{ field: 'state', machine: kinds, counts: countPaymentTasks, states }}
        peek={peek}
        inbox={inbox}
        // beside a list the sheet in view has the acts
        {...(isMobile ? { actions: actsOfCard } : {})}
        empty={<EmptyState text="没有等待您处理的付款事项">{said}</EmptyState>}
      />
      {batch.dialog}
    </>
  )
}
