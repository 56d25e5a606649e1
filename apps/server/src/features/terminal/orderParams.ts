// Parameters of terminals as people type them: judged by the table, and written as the bytes that travel.
import type { Input } from '@yunshu/contract/call'
import type { sendTerminalCommand } from '@yunshu/contract/terminal/command'
import { plainText } from '@yunshu/jt808/gbk'
import { paramForms, readParam, writeParam, type ParamForm } from '@yunshu/jt808/params'
import { wrongField } from '../../http/fieldFault.ts'

/** A parameter of an order: its bytes, and the words people read. */
interface ReadyParam {
  readonly id: number
  readonly hex: string
  readonly label: string
  readonly shown: string
  readonly isDangerous: boolean
}

/** Bytes of the body of one frame that parameters may take. */
const bytesMost = 1000
const forms = new Map<string, ParamForm>(paramForms(2019).map(form => [form.key, form]))

/** Passwords are shown to nobody, not in histories either. */
const shownOf = ({ key, unit }: ParamForm, value: string): string =>
  key.endsWith('Password') ? '******' : `${value}${unit ?? ''}`

function readyOf({ name, value }: { readonly name: string; readonly value: string }): ReadyParam {
  const form = forms.get(name)
  if (!form) throw wrongField('paramItems', '终端没有这个参数')
  const wrong = (fault: string) => wrongField('paramItems', `${form.label}：${fault}`)
  if (value === '') throw wrong('不能为空')
  if (form.form === 'number' && !/^\d{1,10}$/.test(value)) throw wrong('应为整数')
  if (form.form === 'hex' && !/^[\da-f]+$/i.test(value)) throw wrong(`应为 ${2 * (form.bytes ?? 0)} 位十六进制数字`)
  const item = writeParam(form.key, form.form === 'number' ? Number(value) : value)
  if (!item) {
    if (form.form === 'number') throw wrong(`应在 ${form.least} 至 ${form.most} 之间`)
    throw wrong(form.form === 'hex' ? `应为 ${2 * (form.bytes ?? 0)} 位数字` : '过长，或含有终端不能显示的字符')
  }
  const { id } = item
  return {
    id,
    hex: Buffer.from(item.value).toString('hex'),
    label: form.label,
    shown: shownOf(form, value),
    isDangerous: form.isDangerous,
  }
}

/** The parameters of 设置参数; undefined for other orders, which have none. */
export function paramsOf({ kind, paramItems = [] }: Input<typeof sendTerminalCommand>): ReadyParam[] | undefined {
  if (kind !== 'setParams') {
    if (paramItems.length > 0) throw wrongField('paramItems', '只有设置参数可以填写')
    return undefined
  }
  if (paramItems.length === 0) throw wrongField('paramItems', '请至少填写一项')
  const ready = paramItems.map(readyOf)
  if (new Set(ready.map(({ id }) => id)).size < ready.length) throw wrongField('paramItems', '同一参数填写了两次')
  if (ready.reduce((sum, { hex }) => sum + 5 + hex.length / 2, 1) > bytesMost)
    throw wrongField('paramItems', '内容过长，请分几次下发')
  return ready
}

/** An item of an order in words. */
export function paramWords({ id, hex }: { readonly id: number; readonly hex: string }): {
  name: string
  value: string
  isDangerous: boolean
} {
  const read = readParam({ id, value: Buffer.from(hex, 'hex') })
  const form = read && forms.get(read.key)
  if (!read || !form)
    return { name: `0x${id.toString(16).toUpperCase().padStart(4, '0')}`, value: hex.toUpperCase(), isDangerous: false }
  return { name: form.label, value: shownOf(form, plainText(String(read.value))), isDangerous: form.isDangerous }
}
