// The vehicles of a waybill: each with the stretch of time it carried the goods, and a change that waits for its
// answer.
import { staleAfter } from '@yunshu/contract/topics'
import type { Segment, WaybillDetail } from '@yunshu/contract/waybill/details'
import { answerSwap } from '@yunshu/contract/waybill/life'
import { doneText } from '@yunshu/domain/states'
import { swapStates, type SwapAnswer } from '@yunshu/domain/waybill/swap'
import { formatDateTime } from '@yunshu/domain/figures/time'
import { Button } from 'antd'
import { useState } from 'react'
import { toast } from '../../lib/toast.ts'
import { useSend } from '../../lib/useCall.ts'
import { Section } from '../../ui/Facts.tsx'
import { textColumn, timeColumn, type Column } from '../../ui/list/column.tsx'
import { Phone } from '../../ui/Phone.tsx'
import { SimpleTable } from '../../ui/SimpleTable.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { Reopens } from '../../ui/form/Reopens.tsx'
import { useReopening } from '../../ui/form/useReopening.ts'
import { ReasonAsk } from './ReasonAsk.tsx'

const columns: readonly Column<Segment>[] = [
  textColumn('serial', '分段', ({ serial }) => String(serial), { width: 50 }),
  textColumn('plate', '车牌号', ({ plate }) => plate, { width: 100 }),
  {
    key: 'driver',
    title: '司机',
    width: 150,
    render: ({ driverName, driverMobile }) => (
      <>
        {driverName} <Phone value={driverMobile} />
      </>
    ),
  },
  timeColumn('from', '开始', ({ fromAt }) => fromAt, { width: 160 }),
  {
    key: 'to',
    title: '结束',
    width: 160,
    render: ({ toAt }) => (toAt === undefined ? <strong>当前承运</strong> : formatDateTime(toAt)),
  },
  textColumn('reason', '换车原因', ({ reason }) => reason, { width: 160 }),
]

const answers = ['apply', 'refuse', 'withdraw'] as const satisfies readonly SwapAnswer[]

/** Nothing for a waybill that had one vehicle and no proposal. */
export function SegmentSection({ waybill, onReload }: { waybill: WaybillDetail; onReload: () => void }) {
  const { segments, swap } = waybill
  const [answering, setAnswering] = useState<SwapAnswer>()
  const { submit } = useSend(answerSwap, {
    quiet: true,
    invalidates: staleAfter('waybill'),
    done: (_, { move }) => toast.success(doneText(swapStates.moves[move])),
  })
  useReopening(
    ...(swap ? answers : []).map(
      answer => [() => setAnswering(answer), answerSwap, { id: waybill.id }, `${swap?.id}.${answer}`] as const,
    ),
  )
  if (segments.length === 0 && swap === undefined) return null
  return (
    <Section title="车辆分段">
      {segments.length > 0 && (
        <SimpleTable title="车辆分段" rows={segments} columns={columns} rowKey={({ serial }) => String(serial)} />
      )}
      {swap !== undefined && swap.state !== 'applied' && (
        <div className="wb-swap">
          <StatusTag machine={swapStates} state={swap.state} /> {swap.by} {formatDateTime(swap.at)} 申请换为{' '}
          <strong>
            {swap.plate} {swap.driverName}
          </strong>
          ：{swap.reason}
          {swap.answeredBy !== undefined && (
            <span className="ys-weak">
              {'　'}
              {swap.answeredBy} 答复{swap.answerReason && `：${swap.answerReason}`}
            </span>
          )}
          <span className="wb-claim-answers">
            {answers
              .filter(answer => swap.moves.includes(answer))
              .map(answer => (
                <Button key={answer} size="small" danger={answer === 'refuse'} onClick={() => setAnswering(answer)}>
                  {swapStates.moves[answer].label}
                </Button>
              ))}
          </span>
        </div>
      )}
      {answering && swap && (
        <Reopens by={() => setAnswering(answering)}>
          <ReasonAsk
            call={answerSwap}
            part={`${swap.id}.${answering}`}
            title={`${swapStates.moves[answering].label} ${waybill.waybillNo}`}
            okText={swapStates.moves[answering].label}
            waybill={waybill}
            danger={answering !== 'apply'}
            needsReason={answering === 'refuse'}
            onReload={onReload}
            onClose={() => setAnswering(undefined)}
            onSend={(version, reason) =>
              submit({
                id: waybill.id,
                version,
                swapId: swap.id,
                move: answering,
                ...(answering === 'refuse' ? { reason } : {}),
              })
            }
          >
            <p>
              {waybill.plate} {waybill.driverName} →{' '}
              <strong>
                {swap.plate} {swap.driverName}
              </strong>
              ：{swap.reason}
            </p>
          </ReasonAsk>
        </Reopens>
      )}
    </Section>
  )
}
