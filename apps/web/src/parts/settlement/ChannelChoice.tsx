// The channels this installation can pay through, to choose one of.
import type { Output } from '@yunshu/contract/call'
import { listPayChannels } from '@yunshu/contract/partner/partner'
import { printMoney, ZERO_FEN, type Fen } from '@yunshu/domain/figures/money'
import { payChannels, type PayChannel } from '@yunshu/domain/settlement/settlement'
import { Radio } from 'antd'
import { useState, type ReactNode } from 'react'
import { useCall } from '../../lib/useCall.ts'
import { ErrorState, Skeleton } from '../../ui/States.tsx'
import { SilentChannels } from './SilentChannels.tsx'
import './channel.css'

const noWays: ReturnType<typeof waysOf> = { ways: [], first: undefined, said: undefined }

/** A channel with its limit, where it names one. */
function labelOf(channel: PayChannel, max: Fen | undefined): string {
  return max === undefined ? payChannels[channel] : `${payChannels[channel]}（单笔最高 ${printMoney(max)} 元）`
}

/** The channels, those that take this much at once, and the words for the others. */
function waysOf({ channels, limits }: Output<typeof listPayChannels>, largest: Fen) {
  const maxOf = (channel: PayChannel): Fen | undefined => limits.find(each => each.channel === channel)?.max
  const ways = channels.map(value => {
    const max = maxOf(value)
    return { value, label: labelOf(value, max), disabled: max !== undefined && max < largest }
  })
  const fit = ways.filter(({ disabled }) => !disabled)
  const isOver = fit.length < ways.length
  const names = fit.map(({ value }) => payChannels[value]).join('、')
  const said = !isOver
    ? undefined
    : fit.length === 0
      ? `一个账户要付 ${printMoney(largest)} 元，超过所有通道的单笔限额，请分几张结算单支付`
      : `一个账户要付 ${printMoney(largest)} 元，超过限额的通道不能选，请用${names}付款`
  return { ways, first: fit[0]?.value, said }
}

/**
 * The channel to pay through, the first of those that take the largest order (fen) unless another is chosen, and the field
 * to choose it. Files for the bank take any amount.
 */
export function useChannelChoice(
  isAsked: boolean,
  largest: Fen = ZERO_FEN,
): { channel: PayChannel | undefined; field: ReactNode } {
  const { data, error, refetch } = useCall(listPayChannels, {}, { enabled: isAsked, quiet: true })
  const [chosen, setChosen] = useState<PayChannel>()
  const { ways, first, said } = data === undefined ? noWays : waysOf(data, largest)
  const channel = chosen ?? first
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
          options={[...ways]}
          onChange={({ target }) => setChosen(data?.channels.find(each => each === target.value))}
        />
        {said !== undefined && <p role="note">{said}</p>}
      </fieldset>
    ),
  }
}
