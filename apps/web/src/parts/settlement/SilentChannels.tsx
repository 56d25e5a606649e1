// Channels that give no answer, said wherever sheets are paid: since when, and what becomes of payments meanwhile.
import { listPayChannels } from '@yunshu/contract/partner/partner'
import type { Output } from '@yunshu/contract/call'
import { formatDateTime } from '@yunshu/domain/figures/time'
import { channelWords } from '@yunshu/domain/partner'
import { payChannels } from '@yunshu/domain/settlement/settlement'
import { Alert } from 'antd'
import { useCan } from '../../lib/can.ts'
import { useCall } from '../../lib/useCall.ts'

type Silent = Output<typeof listPayChannels>['silent'][number]

const since = ({ channel, answeredAt }: Silent): string =>
  channelWords(
    channel,
    answeredAt === undefined
      ? `${payChannels[channel]}还没有应答过`
      : `${payChannels[channel]}自 ${formatDateTime(answeredAt)} 的应答以后没有再应答`,
  )

/** The banner; nothing while every channel answers, and for people who do not pay. */
export function SilentChannels() {
  const { data } = useCall(listPayChannels, {}, { enabled: useCan('settlement.pay'), quiet: true })
  if (data === undefined || data.silent.length === 0) return null
  return (
    <Alert
      type="warning"
      showIcon
      title={`${data.silent.map(since).join('；')}。新的付款先留在“待发送”，通道应答后自动发出，请勿另行付款`}
    />
  )
}
