// The payment task list: sheets around payment that wait for the person, by what they wait for, overdue ones marked.
import { countPaymentTasks, listPaymentTasks, type PaymentTask } from '@yunshu/contract/settlement/paymentTask'
import { listCarriers } from '@yunshu/contract/relation'
import { daysOverdue } from '@yunshu/domain/settlement/payPlan'
import { paymentTaskKeys, paymentTaskKinds } from '@yunshu/domain/settlement/paymentTask'
import { stateTable } from '@yunshu/domain/states'
import { DAY_MS, startOfDay } from '@yunshu/domain/figures/time'
import { useMemo } from 'react'
import { serverNow } from '../../lib/clock.ts'
import { canAll, useCan } from '../../lib/can.ts'
import { useSession } from '../../lib/session.ts'
import { CallSelect } from '../../ui/fields/KeySelect.tsx'
import { NumbersInput } from '../../ui/fields/TextInput.tsx'
import { TickInput } from '../../ui/fields/TickInput.tsx'
import { Time } from '../../ui/Figures.tsx'
import { moneyColumn, stateColumn, textColumn, type Column } from '../../ui/list/column.tsx'
import { ListPage } from '../../ui/list/ListPage.tsx'
import type { QueryField } from '../../ui/list/QueryForm.tsx'
import { Tag } from '../../ui/StatusTag.tsx'

/** The kinds as the tabs and tags of a list want them; tasks have no moves of their own. */
const kinds = stateTable({ start: 'receipt', states: paymentTaskKinds, moves: {} })

const rowKey = ({ id }: PaymentTask): string => id
const rowName = ({ settlementNum }: PaymentTask): string => settlementNum
const open = ({ path }: PaymentTask): string => path

/** Whole days since the sheet came to stand where it stands. */
const waited = (since: number): string => {
  const days = Math.round((startOfDay(serverNow()) - startOfDay(since)) / DAY_MS)
  return days <= 0 ? '今天' : `${days} 天`
}

const columns: readonly Column<PaymentTask>[] = [
  textColumn('settlementNum', '结算单号', row => row.settlementNum, { width: 180, fixed: 'start', card: 'title' }),
  stateColumn('kind', '待办', kinds, row => row.kind),
  textColumn('carrierName', '承运商', row => row.carrierName, { width: 210 }),
  moneyColumn('due', '实付', row => row.due, { width: 130 }),
  {
    key: 'dueAt',
    title: '到期日',
    width: 190,
    render: ({ dueAt, isOverdue }) => (
      <span>
        <Time value={dueAt} dayOnly />{' '}
        {isOverdue && dueAt !== undefined && <Tag tone="bad">{`逾期 ${daysOverdue(dueAt, serverNow())} 天`}</Tag>}
      </span>
    ),
  },
  {
    key: 'waits',
    title: '已等待',
    width: 90,
    align: 'right',
    render: ({ waitsSince }) => <span className="ys-figure">{waited(waitsSince)}</span>,
  },
  textColumn('hint', '说明', row => row.hint, { width: 260 }),
  {
    key: 'lineCount',
    title: '运单数',
    width: 80,
    align: 'right',
    card: 'hide',
    render: ({ lineCount }) => <span className="ys-figure">{lineCount}</span>,
  },
  textColumn('shipperName', '货主', row => row.shipperName, { width: 210, card: 'hide' }),
  textColumn('maker', '制单人', row => row.maker, { width: 100, card: 'hide' }),
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
  // a kind nobody may end is no tab
  const states = useMemo(
    () => (jurisdiction ? paymentTaskKeys.filter(kind => canAll([paymentTaskKinds[kind].permit])) : []),
    [jurisdiction],
  )
  const query = useMemo(() => (canSeeRelations ? [...usual, carrier] : usual), [canSeeRelations])
  return (
    <ListPage
      call={listPaymentTasks}
      columns={columns}
      rowKey={rowKey}
      rowName={rowName}
      open={open}
      query={query}
      tabs={{ field: 'state', machine: kinds, counts: countPaymentTasks, states }}
      empty="没有等待您处理的付款事项"
    />
  )
}
