// The statement (对账单) of a carrier: its parts of a stretch of time, with the sums, to be printed and stamped by both.
import {
  getSettleStatement,
  type SettleDetailRow,
  type SettleStatement,
} from '@yunshu/contract/settlement/settleDetail'
import { DAY_MS, startOfDay } from '@yunshu/domain/figures/time'
import { cutsOf, treatments } from '@yunshu/domain/settlement/treatment'
import { Button, Drawer } from 'antd'
import { useMemo, useState } from 'react'
import { serverNow } from '../../lib/clock.ts'
import { useCall } from '../../lib/useCall.ts'
import { useMobile } from '../../lib/useMobile.ts'
import { DateRangeInput } from '../../ui/fields/DateInput.tsx'
import { Facts } from '../../ui/Facts.tsx'
import { Money } from '../../ui/Figures.tsx'
import { usePrint } from '../../ui/PrintView.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../ui/States.tsx'
import { StatementPrint } from './StatementPrint.tsx'

interface Stretch {
  readonly from: number
  readonly to: number
}
/** The days a statement covers until others are chosen. */
const usualDays = 31

/** The stretch ends today, and reaches back to the day the part was signed where that is longer ago. */
const usualStretch = ({ signedAt }: SettleDetailRow): Stretch => {
  const to = startOfDay(serverNow()) + DAY_MS
  return { from: Math.min(to - usualDays * DAY_MS, startOfDay(signedAt ?? to)), to }
}

export function StatementDrawer({ row, onClose }: { row: SettleDetailRow; onClose: () => void }) {
  const isMobile = useMobile()
  const [stretch, setStretch] = useState(() => usualStretch(row))
  const { carrierId, shipperId } = row
  const input = useMemo(() => ({ carrierId, shipperId, ...stretch }), [carrierId, shipperId, stretch])
  const { data, error, refetch } = useCall(getSettleStatement, input, { quiet: true })
  const { print, sheet } = usePrint()
  return (
    <Drawer
      open
      title={`对账单 ${row.carrierName}`}
      size={isMobile ? '100%' : 560}
      onClose={onClose}
      extra={
        <Button
          type="primary"
          disabled={!data || data.rows.length === 0}
          onClick={() => data && print(<StatementPrint statement={data} />)}
        >
          打印
        </Button>
      }
    >
      <DateRangeInput
        value={stretch}
        onChange={next => {
          const { from = stretch.from, to = stretch.to } = (next ?? {}) as Partial<Stretch>
          setStretch({ from, to })
        }}
      />
      {error ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : data ? (
        <Sums statement={data} />
      ) : (
        <Skeleton />
      )}
      {sheet}
    </Drawer>
  )
}

function Sums({ statement }: { statement: SettleStatement }) {
  const { rows, sums, unpaid, unpaidInWords } = statement
  if (rows.length === 0) return <EmptyState text="这段时间没有签收的运单" />
  return (
    <Facts
      items={[
        ['货主', statement.shipperName, 'wide'],
        ['笔数', String(rows.length)],
        ['应付(元)', <Money key="freight" value={sums.freight} />],
        ['已发放(元)', <Money key="issued" value={sums.issued} />],
        [treatments.cut.label, <Money key="cut" value={cutsOf(sums)} />],
        [treatments.penalty.label, <Money key="penalty" value={sums.penalty} />],
        ['应付现金(元)', <Money key="due" value={sums.due} />],
        ['未付(元)', <Money key="unpaid" value={unpaid} strong />],
        ['未付大写', unpaidInWords, 'wide'],
      ]}
    />
  )
}
