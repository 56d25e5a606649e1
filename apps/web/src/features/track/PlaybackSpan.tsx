// The head of a playback: whose trail, and the span of time that is asked for.
import { Button } from 'antd'
import { useState } from 'react'
import { DateTimeInput } from '../../ui/fields/DateInput.tsx'
import { isUnreadable } from '../../ui/fields/unreadable.ts'

interface Span {
  readonly fromAt: number
  readonly toAt: number
}

interface Props extends Span {
  readonly plate: string
  readonly onSpan: (span: Span) => void
}

export function PlaybackSpan({ plate, fromAt, toAt, onSpan }: Props) {
  const [typed, setTyped] = useState<Span>()
  const shown = typed ?? { fromAt, toAt }
  const isWrong = shown.toAt <= shown.fromAt
  return (
    <form
      className="pb-span"
      onSubmit={event => {
        event.preventDefault()
        if (isWrong) return
        setTyped(undefined)
        onSpan(shown)
      }}
    >
      <strong>{plate}</strong>
      <span>从</span>
      <DateTimeInput
        value={shown.fromAt}
        onChange={next => {
          if (next !== undefined && !isUnreadable(next)) setTyped({ ...shown, fromAt: next })
        }}
      />
      <span>到</span>
      <DateTimeInput
        value={shown.toAt}
        onChange={next => {
          if (next !== undefined && !isUnreadable(next)) setTyped({ ...shown, toAt: next })
        }}
      />
      <Button htmlType="submit" type="primary" disabled={!typed || isWrong}>
        查询
      </Button>
      {isWrong && <span role="alert">结束时间应晚于开始时间</span>}
    </form>
  )
}
