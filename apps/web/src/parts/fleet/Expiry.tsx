// The last day of a paper with a warning beside it.
import { serverNow } from '../../lib/clock.ts'
import { nothing, Time } from '../../ui/Figures.tsx'
import { Tag } from '../../ui/StatusTag.tsx'
import { expiryWarning } from './expiry.ts'

export function Expiry({ value }: { value: number | undefined }) {
  if (value === undefined) return nothing
  const warning = expiryWarning(value, serverNow())
  return (
    <>
      <Time value={value} dayOnly /> {warning && <Tag tone={warning.tone}>{warning.text}</Tag>}
    </>
  )
}
