// The channels this installation can pay through, to choose one of.
import { listPayChannels } from '@yunshu/contract/partner/partner'
import { payChannels, type PayChannel } from '@yunshu/domain/settlement/settlement'
import { Radio } from 'antd'
import { useState, type ReactNode } from 'react'
import { useCall } from '../../lib/useCall.ts'
import { ErrorState, Skeleton } from '../../ui/States.tsx'
import './channel.css'

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
        {data === undefined &&
          (error ? <ErrorState error={error} retry={() => void refetch()} /> : <Skeleton lines={1} />)}
        {data?.channels.length === 0 && <p role="alert">本系统还没有可用的支付通道，不能在线付款</p>}
        <Radio.Group
          value={channel}
          options={data?.channels.map(value => ({ value, label: payChannels[value] })) ?? []}
          onChange={({ target }) => setChosen(data?.channels.find(each => each === target.value))}
        />
      </fieldset>
    ),
  }
}
