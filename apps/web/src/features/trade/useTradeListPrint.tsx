// The print of the list of movements: all rows under the filter, or the chosen ones, as one counted paper.
import { pageMax } from '@yunshu/contract/fields'
import { listTrades, type TradeRow } from '@yunshu/contract/trade/trade'
import { product } from '@yunshu/domain/account/account'
import { printMost } from '@yunshu/domain/print'
import { useCallback, useMemo, useState } from 'react'
import { isHouseSide } from '@yunshu/domain/permits/permits'
import { isCalledOff, SessionOver, showError } from '../../lib/errors.ts'
import { readInSteps } from '../../lib/readInSteps.ts'
import { send } from '../../lib/send.ts'
import { useSession } from '../../lib/session.ts'
import { sidesOf } from '../../lib/side.ts'
import { toast } from '../../lib/toast.ts'
import type { BulkAction } from '../../ui/list/column.tsx'
import type { QueryField } from '../../ui/list/QueryForm.tsx'
import { usePaper } from '../../ui/usePaper.tsx'
import { TradeListPrint } from './TradeListPrint.tsx'
import { sayTradeFilter, type TradeFilter } from './tradeQuery.tsx'

/** The rows under a filter; undefined where they are more than one paper has. */
async function readRows(filter: TradeFilter): Promise<readonly TradeRow[] | undefined> {
  let count = 0
  const rows = await readInSteps(
    async cursor => {
      const asked = { ...filter, limit: pageMax, ...(cursor === undefined ? {} : { cursor }) }
      const page = await send(listTrades, asked, { quiet: true })
      count += page.rows.length
      return count > printMost ? { rows: page.rows } : page
    },
    () => undefined,
  )
  return count > printMost ? undefined : rows
}

const tooMany = `一次最多打印 ${printMost} 笔，请缩短时间或增加条件，分次打印，或导出为表格`

/** `printAll` prints the rows under a filter, `bulk` the chosen ones; draw `sheet` in the page. */
export function useTradeListPrint(query: readonly QueryField<typeof listTrades>[]) {
  const { print, sheet } = usePaper('tradeList')
  const whose = useSession(({ info }) => info?.companyName || product.name)
  const isHouse = useSession(({ info }) => sidesOf(info).some(isHouseSide))
  const [isReading, setReading] = useState(false)
  const show = useCallback(
    (rows: readonly TradeRow[], said: string): void =>
      print(
        rows.map(({ id }) => id),
        <TradeListPrint paper={{ whose, isHouse, said, rows }} />,
      ),
    [print, whose, isHouse],
  )
  const printAll = useCallback(
    async (filter: TradeFilter): Promise<void> => {
      setReading(true)
      try {
        const rows = await readRows(filter)
        if (rows === undefined) toast.warning(tooMany)
        else if (rows.length === 0) toast.warning('没有可以打印的流水')
        else show(rows, sayTradeFilter(query, filter, rows))
      } catch (error) {
        if (!isCalledOff(error) && !(error instanceof SessionOver)) showError(error)
      } finally {
        setReading(false)
      }
    },
    [query, show],
  )
  const bulk = useMemo(
    (): BulkAction<TradeRow> => ({
      label: '打印流水清单',
      run: rows => {
        if (rows.length > printMost) toast.warning(tooMany)
        else show(rows, `所选 ${rows.length} 笔`)
      },
    }),
    [show],
  )
  return { printAll: (filter: TradeFilter) => void printAll(filter), bulk, isReading, sheet }
}
