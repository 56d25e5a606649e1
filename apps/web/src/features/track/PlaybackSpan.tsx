// The bar of a playback: whose trail, the span of time that is asked for, and the spans people ask for most.
import type { Output } from '@yunshu/contract/call'
import type { getTrail } from '@yunshu/contract/track/map'
import { DAY_MS, formatDateTime, startOfDay } from '@yunshu/domain/figures/time'
import { Button } from 'antd'
import { useState } from 'react'
import { MomentRangeInput } from '../../ui/fields/DateInput.tsx'
import { Toolbar } from '../../ui/Toolbar.tsx'

export interface AskedSpan {
  readonly fromAt: number
  readonly toAt: number
}

interface Props extends AskedSpan {
  readonly plate: string
  /** The moment the page was opened: today ends there. */
  readonly now: number
  readonly trip: Output<typeof getTrail>['trip']
  readonly onSpan: (span: AskedSpan) => void
  /** The days are being chosen. */
  readonly isChoosing: boolean
  readonly onChoosing: (isChoosing: boolean) => void
}

export function PlaybackSpan(props: Props) {
  const { plate, fromAt, toAt, now, trip, onSpan, isChoosing, onChoosing } = props
  const [typed, setTyped] = useState<AskedSpan>()
  const shown = typed ?? { fromAt, toAt }
  const isWrong = shown.toAt <= shown.fromAt
  const ask = (span: AskedSpan): void => {
    setTyped(undefined)
    onSpan(span)
  }
  const today = startOfDay(now)
  const usual = [
    { text: '今天', fromAt: today, toAt: now },
    { text: '昨天', fromAt: today - DAY_MS, toAt: today - 1000 },
    ...(trip ? [{ text: '最近一单', fromAt: trip.fromAt, toAt: trip.toAt, no: trip.waybillNo }] : []),
  ].map(({ text, no, ...span }: AskedSpan & { text: string; no?: string | undefined }) => ({
    key: text,
    text,
    title: `${no === undefined ? '' : `运单 ${no} `}${formatDateTime(span.fromAt)} ～ ${formatDateTime(span.toAt)}`,
    isPressed: span.fromAt === shown.fromAt && span.toAt === shown.toAt,
    press: () => ask(span),
  }))
  return (
    <form
      className="pb-span"
      onSubmit={event => {
        event.preventDefault()
        if (!isWrong) ask(shown)
      }}
    >
      <strong>{plate === '' ? '' : `回放 ${plate}`}</strong>
      <div className="pb-range">
        <MomentRangeInput
          value={{ from: shown.fromAt, to: shown.toAt }}
          onChange={({ from, to }) => setTyped({ fromAt: from, toAt: to })}
          isOpen={isChoosing}
          onOpen={onChoosing}
        />
      </div>
      <Toolbar label="常用时间段" items={usual} />
      <Button htmlType="submit" type="primary" disabled={!typed || isWrong}>
        查询
      </Button>
      {isWrong && <span role="alert">结束时间应晚于开始时间</span>}
    </form>
  )
}
