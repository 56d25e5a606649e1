// Words about channels that give no answer: since when, and what becomes of payments meanwhile.
import type { Output } from '@yunshu/contract/call'
import type { listPayChannels } from '@yunshu/contract/partner/partner'
import { formatDateTime } from '@yunshu/domain/figures/time'
import { channelWords } from '@yunshu/domain/partner'
import { payChannels } from '@yunshu/domain/settlement/settlement'

type Silent = Output<typeof listPayChannels>['silent'][number]

const since = ({ channel, answeredAt }: Silent): string =>
  channelWords(
    channel,
    answeredAt === undefined
      ? `${payChannels[channel]}还没有应答过`
      : `${payChannels[channel]}自 ${formatDateTime(answeredAt)} 的应答以后没有再应答`,
  )

/** The words of the banner; undefined while every channel answers. */
export const silentText = (silent: readonly Silent[]): string | undefined =>
  silent.length === 0
    ? undefined
    : `${silent.map(since).join('；')}。新的付款先留在“待发送”，通道应答后自动发出，请勿另行付款`
