// Partners as this installation has them, with the last signs of each.
import type { Output } from '@yunshu/contract/call'
import type { listPartners, listPayChannels, PartnerRow } from '@yunshu/contract/partner/partner'
import { isSimulated, partners, type PartnerKey } from '@yunshu/domain/partner'
import { payChannels, type PayChannel } from '@yunshu/domain/settlement/settlement'
import { q } from '../../db/tx.ts'
import type { Ctx, Deps } from '../../work/ctx.ts'
import { findSilent } from '../settlement/channelState.queries.ts'

type Standing = Pick<PartnerRow, 'state' | 'remark'>

/** The signs of a partner nothing was heard of. */
const never = { succeeded_at: null, failed_at: null, fault: null }

/** All partners, few enough for one page. */
export async function findPartners(ctx: Ctx): Promise<Output<typeof listPartners>> {
  const signs = await ctx.tx.rows(q.selectFrom('partner_signs').selectAll())
  const keys = Object.keys(partners) as PartnerKey[]
  const rows = keys.map(key => {
    const {
      succeeded_at: succeededAt,
      failed_at: failedAt,
      fault,
    } = signs.find(({ partner }) => partner === key) ?? never
    return {
      key,
      ...standingOf(ctx.deps, key),
      ...(succeededAt === null ? {} : { succeededAt }),
      ...(failedAt === null ? {} : { failedAt }),
      ...(fault === null ? {} : { fault }),
    }
  })
  // partners not connected come last
  return { rows: [...rows.filter(({ state }) => state !== 'off'), ...rows.filter(({ state }) => state === 'off')] }
}

/** The channels of this installation. */
export async function findPayChannels({ deps, tx }: Ctx): Promise<Output<typeof listPayChannels>> {
  const { channels } = deps
  const silent = await findSilent(tx)
  return {
    channels: [...channels.keys],
    limits: channels.keys.flatMap(channel => {
      const max = channels.of(channel)?.maxFen
      return max === undefined ? [] : [{ channel, max }]
    }),
    silent: silent.map(({ channel, answeredAt }) => ({ channel, ...(answeredAt === null ? {} : { answeredAt }) })),
  }
}

const isChannel = (key: PartnerKey): key is PayChannel => Object.hasOwn(payChannels, key)

/** Remarks of channels people carry orders to themselves. */
const byHand: Readonly<Partial<Record<PayChannel, string>>> = {
  FILE: '生成文件后在网银上传，两人办理',
  OFFLINE: '在网银或柜台付出后登记回单，两人办理',
}

function standingOf(
  deps: Pick<Deps, 'config' | 'channels' | 'invoices' | 'accounts' | 'texts' | 'seal'>,
  key: PartnerKey,
): Standing {
  const { config, channels, invoices } = deps
  if (isChannel(key)) {
    if (!channels.keys.includes(key))
      return { state: 'off', remark: key === 'SIM' ? '只在演示中使用' : '付款时选不到它' }
    return isSimulated(key)
      ? { state: 'simulated', remark: '不付真钱，结果是编造的' }
      : { state: 'real', remark: byHand[key] ?? '' }
  }
  switch (key) {
    case 'files':
      return {
        state: 'real',
        remark: config.s3 ? `对象存储 ${URL.parse(config.s3.endpoint)?.host ?? ''}/${config.s3.bucket}` : '本机文件夹',
      }
    case 'nats':
      return config.pushBus === 'nats'
        ? { state: 'real', remark: '由 NATS 服务转发' }
        : { state: 'off', remark: '由数据库代替' }
    case 'map':
      return {
        state: 'off',
        remark: config.map.provider === 'offline' ? '线路以文字显示' : '已设置密钥，页面还不绘制地图',
      }
    case 'identity':
      return { state: 'off', remark: '由人工审核' }
    case 'invoice':
      if (invoices === undefined) return { state: 'off', remark: '在税务平台开具后登记，两人办理' }
      return invoices.isSimulated
        ? { state: 'simulated', remark: '不开真票，号码是编造的' }
        : { state: 'real', remark: '' }
    case 'accounts':
      return deps.accounts ? { state: 'simulated', remark: '不开真户，结果是编造的' } : { state: 'off', remark: '' }
    case 'sms':
      return deps.texts
        ? { state: 'simulated', remark: '不发短信，验证码显示在平台的司机邀请里' }
        : { state: 'off', remark: '' }
    case 'seal':
      if (deps.seal === undefined) return { state: 'off', remark: '合同在纸上签署，两人办理' }
      return deps.seal.isSimulated
        ? { state: 'simulated', remark: '不产生真实签章，结果由演示者选择' }
        : { state: 'real', remark: '' }
    case 'position':
      return { state: 'off', remark: '位置由绑定的车载终端上报' }
    case 'supervision':
      return { state: 'off', remark: '' }
  }
}
