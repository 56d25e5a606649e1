// The last day of a paper with a warning beside it.
import { serverNow } from '../../lib/clock.ts'
import { Time } from '../../ui/Figures.tsx'
import { Tag } from '../../ui/StatusTag.tsx'
import { expiryWarning } from './expiry.ts'

export function Expiry({ value }: { value: number }) {
  const warning = expiryWarning(value, serverNow())
  return <><Time value={value} dayOnly /> {warning && <Tag tone={warning.tone}>{warning.text}</Tag>}</>
}
