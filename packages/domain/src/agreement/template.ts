// Templates of agreements: a text with `{名称}` blanks, of which the product fills those it knows and people the rest.
import { agreementKinds, type AgreementKind } from './agreement.ts'

/** Most characters of a template, and most blanks people fill. */
export const templateLimits = { bodyMax: 20_000, ownMax: 20, nameMax: 20 } as const

const always = ['合同编号', '起草日期'] as const
const parties = {
  SHIPPER: ['托运人', '托运人信用代码', '托运人联系人', '托运人电话'],
  HOUSE: ['承运平台', '承运平台信用代码'],
  CARRIER: ['实际承运人', '实际承运人信用代码', '实际承运人联系人', '实际承运人电话'],
} as const
const ofWaybill = ['运单号', '货物', '计划重量', '装货地', '卸货地', '车牌号', '司机', '计价方式', '运价'] as const

/** The blanks the product fills in an agreement of a kind. */
export const knownBlanks = (kind: AgreementKind): readonly string[] => [
  ...always,
  ...agreementKinds[kind].parties.flatMap(role => parties[role]),
  ...(agreementKinds[kind].of === 'waybill' ? ofWaybill : []),
]

const blank = /\{([^{}\n]*)\}/g

/** The blanks of a text people have to fill, each once, in their order. */
export function ownBlanks(kind: AgreementKind, body: string): string[] {
  const known = new Set(knownBlanks(kind))
  return [...new Set([...body.matchAll(blank)].map(([, name = '']) => name))].filter(name => !known.has(name))
}

/** Blanks people fill that the terms of the goods answer: a carriage agreement drafted by itself takes them from there. */
export const termBlanks = ['回单天数', '付款天数'] as const
export type TermBlank = (typeof termBlanks)[number]

/** True for a template the product can fill whole: nothing in it is left to people. */
export const isFilledAlone = (kind: AgreementKind, body: string): boolean =>
  ownBlanks(kind, body).every(name => termBlanks.some(known => known === name))

/** The fault of words that would show the reader another text than the one that is signed. */
export const faultOfWords = (text: string): string | undefined =>
  /[\u202a-\u202e\u2066-\u2069]/.test(text) ? '不能含有改变文字方向的字符' : undefined

/** The fault of a template's text. */
export function faultOfTemplate(kind: AgreementKind, body: string): string | undefined {
  const own = ownBlanks(kind, body)
  if (own.some(name => name.trim() === '' || name.length > templateLimits.nameMax))
    return `花括号内应为 1 至 ${templateLimits.nameMax} 个字的名称`
  // names every object has cannot be told from values
  if (own.some(name => name in {})) return '花括号内的名称不可用，请换一个'
  if (own.length > templateLimits.ownMax) return `需填写的名称不能超过 ${templateLimits.ownMax} 个`
  return /[{}]/.test(body.replace(blank, '')) ? '花括号没有成对' : faultOfWords(body)
}

/** The text with its blanks filled; values are never read as texts with blanks. Throws where a blank has no value. */
export const fillTemplate = (body: string, values: Readonly<Record<string, string>>): string =>
  body.replace(blank, (_, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    if (value === undefined) throw new Error(`nothing for ${name}`)
    return value
  })
