// Waybills bound to a voucher, and taking one back with the reason.
import type { Output } from '@yunshu/contract/call'
import { unbindWaybill, type BoundWaybill, type getBinding } from '@yunshu/contract/voucher/bind'
import { staleAfter } from '@yunshu/contract/topics'
import { lazy, Suspense, useMemo, useState } from 'react'
import { refreshStale } from '../../lib/queryClient.ts'
import { toast } from '../../lib/toast.ts'
import { useSend } from '../../lib/useCall.ts'
import { Section } from '../../ui/Facts.tsx'
import { Money, Time } from '../../ui/Figures.tsx'
import { moneyColumn, type Column } from '../../ui/list/column.tsx'
import { SimpleTable } from '../../ui/SimpleTable.tsx'
import { numberWayColumn } from './bindColumns.tsx'

const ReasonDialog = lazy(async () => ({ default: (await import('../../ui/ReasonDialog.tsx')).ReasonDialog }))
const invalidates = staleAfter('voucher')

const columns = (onUnbind: (row: BoundWaybill) => void): readonly Column<BoundWaybill>[] => [
  numberWayColumn<BoundWaybill>(),
  moneyColumn('amount', '绑定', row => row.amount, { width: 96, card: 'figure' }),
  {
    key: 'by',
    title: '绑定人 / 时间',
    cardTitle: '',
    width: 100,
    render: ({ by, at }) => (
      <>
        <div>{by}</div>
        <div className="ys-weak">
          <Time value={at} />
        </div>
      </>
    ),
  },
  {
    key: 'act',
    title: '操作',
    width: 56,
    render: row => (
      <button type="button" className="ys-link" onClick={() => onUnbind(row)} aria-label={`解绑 ${row.waybillNo}`}>
        解绑
      </button>
    ),
  },
]

export function BindBound({ binding }: { binding: Output<typeof getBinding> }) {
  const [asking, setAsking] = useState<BoundWaybill>()
  const { submit } = useSend(unbindWaybill, { quiet: true, invalidates })
  const drawn = useMemo(() => columns(setAsking), [])
  return (
    <Section title={`已绑定（${binding.rows.length}）`}>
      <SimpleTable
        title="已绑定运单"
        rows={binding.rows}
        columns={drawn}
        rowKey={({ id }) => id}
        sums={{ amount: <Money value={binding.bound} /> }}
      />
      {asking && (
        <Suspense fallback={null}>
          <ReasonDialog
            title={`解绑 ${asking.waybillNo}`}
            okText="解绑"
            about={{ call: unbindWaybill, fixed: { id: asking.id } }}
            onSend={async reason => {
              await submit({ id: asking.id, branchId: binding.branchCompanyId, reason })
              toast.success(`已解绑 ${asking.waybillNo}`)
            }}
            onClose={() => setAsking(undefined)}
            onReload={() => void refreshStale(invalidates)}
          />
        </Suspense>
      )}
    </Section>
  )
}
