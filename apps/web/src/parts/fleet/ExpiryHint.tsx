// Below the field of a paper's last day: says at once that it is over, or will be soon.
import { Form } from 'antd'
import { serverNow } from '../../lib/clock.ts'
import { expiryWarning } from './expiry.ts'

/** `name` is the field's name in the form. A paper that is over can be kept, but is not verified. */
export function ExpiryHint({ name, children }: { name: string; children?: string }) {
  const value: unknown = Form.useWatch(name)
  const warning = typeof value === 'number' ? expiryWarning(value, serverNow()) : undefined
  if (!warning) return <>{children}</>
  return (
    <span className={warning.tone === 'bad' ? 'ys-fault' : 'ys-fleet-warn'}>
      {warning.tone === 'bad' ? `${warning.text}，不能通过审核` : warning.text}
    </span>
  )
}
