// Types of message: what a line of the message centre is about, and how each may reach a person.
import type { PushCode } from './push.ts'

interface KindRow {
  readonly label: string
  /** True where nobody may do without: money and the account's own safety. */
  readonly isKept?: true
}

const table = <const T extends Readonly<Record<string, KindRow>>>(t: T): { readonly [K in keyof T]: KindRow } => t

/** Kinds of messages, in the order settings list them. */
export const messageKinds = table({
  audit: { label: '审核' },
  goods: { label: '货源' },
  task: { label: '任务' },
  waybill: { label: '运单' },
  receipt: { label: '回单' },
  settlement: { label: '结算' },
  payment: { label: '支付', isKept: true },
  invoice: { label: '发票' },
  relation: { label: '合作' },
  paper: { label: '证件到期' },
  exception: { label: '异常' },
  export: { label: '导出' },
  system: { label: '系统', isKept: true },
})
export type MessageKind = keyof typeof messageKinds
export const messageKindKeys = Object.keys(messageKinds) as MessageKind[]

/** Ways a kind reaches a person: pop-up and line, the line alone, or not at all. */
export const messageModes = { all: '弹出提醒并进入消息中心', inbox: '只进入消息中心', none: '不接收' } as const
export type MessageMode = keyof typeof messageModes

/** Pushes that are shown whatever the person set: an invitation to answer, changed rights, a new release. */
export const alwaysShownCodes: readonly PushCode[] = ['28', '33', '34']

/** Groups of people the platform may write to at once, and the push codes it may use. */
export const audiences = { all: '全部用户', shippers: '全部货主', carriers: '全部承运商', company: '指定企业' } as const
export type Audience = keyof typeof audiences
export const broadcastCodes = { '0': '通知', '34': '发布更新提醒' } as const satisfies Partial<Record<PushCode, string>>
