// Trades: one row for each real movement of money, with its slip.
import { listTrades, sumTrades, type TradeRow } from '@yunshu/contract/trade/trade'
import { listUrl } from '@yunshu/contract/screens/screens'
import { DAY_MS, startOfDay } from '@yunshu/domain/figures/time'
import { isHouseSide } from '@yunshu/domain/permits/permits'
import { tradeDirectionTabs } from '@yunshu/domain/trade'
import { Button } from 'antd'
import { useMemo } from 'react'
import { useCan } from '../../lib/can.ts'
import { useSession } from '../../lib/session.ts'
import { sidesOf, type Account } from '../../lib/side.ts'
import { useUrlFilter } from '../../lib/urlState.ts'
import { copyAction } from '../../ui/list/bulkActions.ts'
import type { RowAction } from '../../ui/list/column.tsx'
import { ListPage } from '../../ui/list/ListPage.tsx'
import { lacksRecon, tradeColumns } from './tradeColumns.tsx'
import { TradeDrawer } from './TradeDrawer.tsx'
import { tradeQueryOf, type TradeReader } from './tradeQuery.tsx'
import { useSlipFile } from './useSlipFile.ts'
import { useSlipBatch } from './useSlipBatch.tsx'
import { useTradeListPrint } from './useTradeListPrint.tsx'
import './trade.css'

const rowKey = ({ id }: TradeRow): string => id
const rowName = ({ tradeNo }: TradeRow): string => tradeNo
const tabs = { field: 'direction', machine: tradeDirectionTabs } as const
const copy = copyAction<TradeRow>('复制流水号', ({ tradeNo }) => tradeNo)
/** A movement not compared with the bank yet leads to the day of its branch. */
const actions = (row: TradeRow): readonly RowAction[] => {
  const { recon, branchCompanyId, happenedAt } = row
  if (recon !== 'open') return []
  const from = startOfDay(happenedAt)
  const day = { branchId: branchCompanyId, from: String(from), to: String(from + DAY_MS) }
  return [{ label: '去对账', to: listUrl('ReconList', day), isAside: !lacksRecon(row) }]
}

const readerOf = (account: Account): TradeReader => {
  const sides = sidesOf(account)
  if (sides.some(isHouseSide)) return 'house'
  return sides.includes('shipper') ? 'shipper' : 'carrier'
}

/** Screen TradeWater. */
export default function TradeWaterPage() {
  const reader = readerOf(useSession(session => session.info))
  const isHouse = reader === 'house'
  const query = useMemo(() => tradeQueryOf(reader), [reader])
  const canRecon = useCan('recon.view') && isHouse
  const papers = useSlipBatch()
  const { filter } = useUrlFilter(listTrades)
  const list = useTradeListPrint(query)
  const slips = useSlipFile()
  const bulk = useMemo(() => [papers.print, slips, list.bulk, copy], [papers.print, slips, list.bulk])
  return (
    <>
      <ListPage
        call={listTrades}
        columns={tradeColumns[isHouse ? 'house' : 'company']}
        rowKey={rowKey}
        rowName={rowName}
        query={query}
        tabs={tabs}
        bulk={bulk}
        drawer={(id, onClose) => <TradeDrawer id={id} onClose={onClose} />}
        {...(canRecon ? { actions } : {})}
        sums={sumTrades}
        empty="还没有资金往来"
        extra={
          <Button loading={list.isReading} onClick={() => list.printAll(filter)}>
            打印流水清单
          </Button>
        }
      />
      {papers.view}
      {list.sheet}
    </>
  )
}
