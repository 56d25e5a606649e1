// The banner about channels that give no answer, wherever sheets are paid.
import { listPayChannels } from '@yunshu/contract/partner/partner'
import { Alert } from 'antd'
import { useCan } from '../../lib/can.ts'
import { useCall } from '../../lib/useCall.ts'
import { silentText } from './silentText.ts'

/** Nothing while every channel answers, and for people who do not pay. */
export function SilentChannels() {
  const { data } = useCall(listPayChannels, {}, { enabled: useCan('settlement.pay'), quiet: true })
  const text = data && silentText(data.silent)
  return text === undefined ? null : <Alert type="warning" showIcon title={text} />
}
