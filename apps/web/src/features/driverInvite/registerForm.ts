// The fields of a driver's registration by step, and the input their texts make.
import type { Input } from '@yunshu/contract/call'
import type { submitDriverInvite } from '@yunshu/contract/fleet/driverInvite'
import { parseDate } from '@yunshu/domain/figures/time'
import { tidyNumber } from '@yunshu/domain/identity/identity'

export interface RegisterField {
  readonly name: keyof Input<typeof submitDriverInvite>
  readonly label: string
  readonly max: number
  readonly type?: 'date'
  readonly hint?: string
  readonly inputMode?: 'numeric'
}

/** The steps after the phone; photos and consent are the last two. */
export const registerSteps: readonly { readonly title: string; readonly fields: readonly RegisterField[] }[] = [
  {
    title: '身份信息',
    fields: [
      { name: 'name', label: '姓名', max: 30, hint: '与身份证一致' },
      { name: 'idNo', label: '身份证号', max: 18 },
      { name: 'idCardExpiry', label: '身份证有效期止', max: 10, type: 'date' },
    ],
  },
  {
    title: '驾驶资格',
    fields: [
      { name: 'licenceNo', label: '驾驶证号', max: 18, hint: '一般与身份证号相同' },
      { name: 'licenceClass', label: '准驾车型', max: 6, hint: '例如 A2、B2' },
      { name: 'licenceExpiry', label: '驾驶证有效期止', max: 10, type: 'date' },
      { name: 'qualificationNo', label: '从业资格证号', max: 19, hint: '只驾驶 4.5 吨及以下车辆的不填' },
      { name: 'qualificationExpiry', label: '从业资格证有效期止', max: 10, type: 'date' },
    ],
  },
  {
    title: '收款账户',
    fields: [
      { name: 'bank', label: '开户银行', max: 60 },
      { name: 'accountNo', label: '银行卡号', max: 23, inputMode: 'numeric', hint: '必须是本人的银行卡' },
    ],
  },
]

export type Texts = Readonly<Record<string, string>>

const dayOf = (text: string | undefined): number | undefined => parseDate(text ?? '')?.end

/** The input without photos and consent; dates that are missing are faults of their fields. */
export function inputOf(texts: Texts): Record<string, unknown> {
  const text = (name: string): string => (texts[name] ?? '').trim()
  const qualificationNo = tidyNumber(text('qualificationNo'))
  return {
    name: text('name'),
    idNo: tidyNumber(text('idNo')),
    idCardExpiry: dayOf(texts['idCardExpiry']),
    licenceNo: tidyNumber(text('licenceNo')),
    licenceClass: tidyNumber(text('licenceClass')),
    licenceExpiry: dayOf(texts['licenceExpiry']),
    ...(qualificationNo === '' ? {} : { qualificationNo }),
    ...(text('qualificationExpiry') === '' ? {} : { qualificationExpiry: dayOf(texts['qualificationExpiry']) }),
    bank: text('bank'),
    accountNo: tidyNumber(text('accountNo')),
  }
}

/** The texts of a draft; nothing where it cannot be read. */
export function readDraft(draft: string): Texts {
  try {
    const said: unknown = JSON.parse(draft)
    if (typeof said !== 'object' || said === null) return {}
    return Object.fromEntries(
      Object.entries(said).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
    )
  } catch {
    return {}
  }
}

/** The ticket of a proven phone, with what the driver filled in before. */
export interface Proven {
  readonly ticket: string
  readonly draft: string
  readonly reason?: string | undefined
}
