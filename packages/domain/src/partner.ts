// The partners an installation talks to: what each is for, how it stands, and whether what it answers is real.
import { payChannels, type PayChannel } from './settlement/settlement.ts'

/** The standing of a partner here: its answers are its own, made by a simulator, or there are none. */
export const partnerStates = {
  real: { label: '已接入', tone: 'good' },
  simulated: { label: '模拟', tone: 'warn' },
  off: { label: '未接入', tone: 'idle' },
} as const

/** Every partner the product knows, in the order they are shown. */
export const partners = {
  BANK: { label: payChannels.BANK, use: '付款，系统直接发给银行' },
  TF: { label: payChannels.TF, use: '付款，从银行存管账户扣划' },
  FILE: { label: payChannels.FILE, use: '付款' },
  OFFLINE: { label: payChannels.OFFLINE, use: '付款' },
  SIM: { label: payChannels.SIM, use: '演示付款' },
  files: { label: '文件存储', use: '证件、回单照片和导出文件' },
  nats: { label: '消息推送中转', use: '多台服务器之间转发页面提醒' },
  map: { label: '地图', use: '地图显示' },
  position: { label: '车辆定位', use: '在途位置' },
  identity: { label: '身份与车辆核验', use: '司机、收款人、车辆证件' },
  accounts: { label: '司机开户', use: '司机自助登记的收款账户' },
  sms: { label: '短信', use: '验证码和通知' },
  seal: { label: '电子签章', use: '合同签署' },
  invoice: { label: '数电发票', use: '开票' },
  supervision: { label: '网络货运监管上报', use: '运单和资金上报' },
} as const satisfies Readonly<Record<PayChannel, object>> & Readonly<Record<string, { label: string; use: string }>>
export type PartnerKey = keyof typeof partners

/** Most characters of a fault that are kept. */
export const faultMax = 300

/** Channels that are a simulator: no money moves by them, and whatever they say is said to be simulated. */
const simulators: ReadonlySet<string> = new Set<PayChannel>(['SIM'])

/** True if answers of this channel are a simulator's. */
export const isSimulated = (channel: PayChannel): boolean => simulators.has(channel)

/** The mark of words that come from a simulator; undefined if none of these channels is one. */
export const simulatedMark = (channels: readonly string[]): string | undefined =>
  channels.some(channel => simulators.has(channel)) ? `（${partnerStates.simulated.label}）` : undefined

/** Words about an answer of a channel; a simulator's says so. */
export const channelWords = (channel: PayChannel | undefined, words: string): string =>
  words + (simulatedMark(channel === undefined ? [] : [channel]) ?? '')
