// 批量任务: one's own batches with their progress and results.
import { listBatches, type BatchRow } from '@yunshu/contract/batch'
import { screenUrl } from '@yunshu/contract/screens/screens'
import { batchActs, batchStates } from '@yunshu/domain/batch'
import { Button, Progress } from 'antd'
import { useCan } from '../../lib/can.ts'
import { isUnderWay, resultText } from '../../parts/batch/batchChoice.ts'
import { Money } from '../../ui/Figures.tsx'
import { stateColumn, textColumn, timeColumn, type Column } from '../../ui/list/column.tsx'
import { ListPage } from '../../ui/list/ListPage.tsx'
import { EmptyState } from '../../ui/States.tsx'
import '../../parts/batch/batch.css'

const rowKey = ({ id }: BatchRow): string => id
const rowName = ({ act }: BatchRow): string => batchActs[act].label
const open = ({ id }: BatchRow): string => screenUrl('BatchDetails', { id })

/** The progress of a batch under way, the result of one that is over. */
function Result({ row }: { row: BatchRow }) {
  const { total, done } = row
  if (!isUnderWay(row)) return <span className={row.undone > 0 ? 'ys-late' : undefined}>{resultText(row)}</span>
  return (
    <Progress
      size="small"
      percent={total === 0 ? 0 : Math.floor((done / total) * 100)}
      aria-label={`${batchActs[row.act].label} 进度`}
    />
  )
}

const columns: readonly Column<BatchRow>[] = [
  textColumn('act', '办理', rowName, { width: 150, fixed: 'start', card: 'title' }),
  stateColumn('state', '状态', batchStates, row => row.state, { width: 90 }),
  { key: 'result', title: '结果', width: 210, render: row => <Result row={row} /> },
  {
    key: 'sum',
    title: '合计(元)',
    width: 140,
    align: 'right',
    card: 'figure',
    render: row => (row.sum === undefined ? '–' : <Money value={row.sum} />),
  },
  timeColumn('startedAt', '开始时间', row => row.startedAt),
  timeColumn('doneAt', '结束时间', row => row.doneAt),
  textColumn('fault', '说明', row => row.fault, { width: 210 }),
]

/** Screen BatchList. */
export default function BatchListPage() {
  const canSettle = useCan('settlement.view')
  const canSee = useCan('waybill.view')
  return (
    <ListPage
      call={listBatches}
      columns={columns}
      rowKey={rowKey}
      rowName={rowName}
      open={open}
      isAlive={isUnderWay}
      empty={
        <EmptyState text="还没有批量任务；在结算单、付款待办或运单列表中勾选多条，再批量办理">
          <span className="ys-state-acts">
            {canSettle && (
              <>
                <Button type="primary" href={screenUrl('PaymentTasks')}>
                  去付款待办
                </Button>
                <Button href={screenUrl('SettlementList')}>去结算单列表</Button>
              </>
            )}
            {canSee && <Button href={screenUrl('WaybillList')}>去运单列表</Button>}
          </span>
        </EmptyState>
      }
      head={<span className="ys-weak">关掉网页也会继续办理，结果保留 90 天。</span>}
    />
  )
}
