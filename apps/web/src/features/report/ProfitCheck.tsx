// The rows beside the ledger: their sum and the part no waybill bears are the income statement, or the difference is said.
import type { Output } from '@yunshu/contract/call'
import { sumProfit } from '@yunshu/contract/report/profit'
import { listUrl } from '@yunshu/contract/screens/screens'
import { profitClasses, profitKeys } from '@yunshu/domain/report/profit'
import { Drawer } from 'antd'
import type { UrlFilter } from '../../lib/urlState.ts'
import { useCall } from '../../lib/useCall.ts'
import { useMobile } from '../../lib/useMobile.ts'
import { moneyColumn, textColumn, type Column } from '../../ui/list/column.tsx'
import { SimpleTable } from '../../ui/SimpleTable.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../ui/States.tsx'

type Sums = Output<typeof sumProfit>
type Key = (typeof profitKeys)[number] | 'profit'
const labelOf = (key: Key): string => (key === 'profit' ? '毛利' : profitClasses[key].label)

const columnsOf = ({ sums, check }: Sums): readonly Column<Key>[] => [
  textColumn('name', '项目', labelOf, { width: 140 }),
  moneyColumn('rows', '运单合计', key => sums[key]),
  moneyColumn('rest', '未分摊', key => check?.unallocated[key]),
  moneyColumn('ledger', '总账', key => check?.statement[key]),
]

export function ProfitCheck({ filter, onClose }: { filter: UrlFilter<typeof sumProfit>; onClose: () => void }) {
  const isMobile = useMobile()
  const { period, periodTo, from, to, branchId } = filter
  const { data, error, refetch } = useCall(sumProfit, { period, periodTo, from, to, branchId }, { quiet: true })
  return (
    <Drawer open title="与总账核对" size={isMobile ? '100%' : 720} onClose={onClose}>
      {error ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : !data ? (
        <Skeleton lines={6} />
      ) : data.check === undefined ? (
        <EmptyState text="没有可核对的期间" />
      ) : (
        <>
          <output className={data.check.isEqual ? undefined : 'ys-fault'}>
            {data.check.isEqual ? '运单合计加未分摊等于总账利润表' : '与总账不一致，请查看科目余额表'}
          </output>
          <SimpleTable
            title="与总账核对"
            rows={[...profitKeys, 'profit'] satisfies Key[]}
            columns={columnsOf(data)}
            rowKey={key => key}
          />
          <p>转派服务费在总账中记入运费成本。</p>
          <a className="ys-link" href={listUrl('Ledger', period === undefined ? {} : { period })}>
            科目余额表
          </a>
        </>
      )}
    </Drawer>
  )
}
