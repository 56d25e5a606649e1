// The channels this installation can pay through, to choose one of.
import type { Output } from '@yunshu/contract/call'
import { listPayChannels } from '@yunshu/contract/partner/partner'
import { printMoney } from '@yunshu/domain/figures/money'
import { payChannels, type PayChannel } from '@yunshu/domain/settlement/settlement'
import { Radio } from 'antd'
import { useState, type ReactNode } from 'react'
import { useCall } from '../../lib/useCall.ts'
import { ErrorState, Skeleton } from '../../ui/States.tsx'
import { SilentChannels } from './SilentChannels.tsx'
import './channel.css'

/** A channel with its limit, where it names one. */
function labelOf(channel: PayChannel, limits: Output<typeof listPayChannels>['limits']): string {
  const max = limits.find(each => each.channel === channel)?.max
  return max === undefined ? payChannels[channel] : `${payChannels[channel]}（单笔最高 ${printMoney(max)} 元）`
}

/** The channel to pay through, the first of those there are unless chosen, and the field to choose it. */
export function useChannelChoice(isAsked: boolean): { channel: PayChannel | undefined; field: ReactNode } {
  const { data, error, refetch } = useCall(listPayChannels, {}, { enabled: isAsked, quiet: true })
  const [chosen, setChosen] = useState<PayChannel>()
  const channel = chosen ?? data?.channels[0]
  return {
    channel,
    field: isAsked && (
      <fieldset className="ys-channels">
        <legend>支付通道</legend>
        <SilentChannels />
        {data === undefined &&
          (error ? <ErrorState error={error} retry={() => void refetch()} /> : <Skeleton lines={1} />)}
        {data?.channels.length === 0 && <p role="alert">本系统还没有可用的支付通道，不能在线付款</p>}
        <Radio.Group
          value={channel}
          options={data?.channels.map(value => ({ value, label: labelOf(value, data.limits) })) ?? []}
          onChange={({ target }) => setChosen(data?.channels.find(each => each === target.value))}
        />
      </fieldset>
    ),
  }
}
