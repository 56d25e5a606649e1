// The meaning of a text typed over a masked number.
import type { Unreadable } from './unreadable.ts'

export const partlyMaskedText = '号码不完整：请填写完整号码，或点“不修改”保持不变'
const emptiedText = '请填写完整号码，或点“不修改”保持不变'

interface Rules {
  readonly mask: string
  readonly check?: ((text: string) => string | undefined) | undefined
  readonly tidy?: ((text: string) => string) | undefined
  readonly canEmpty: boolean
}

/** Undefined: the number stays; a text: the new number, empty where it is taken away; else the text with its fault. */
export function secretValue(typed: string, { mask, check, tidy, canEmpty }: Rules): string | Unreadable | undefined {
  if (typed === mask) return undefined
  if (typed.includes('*')) return { unreadable: typed, fault: partlyMaskedText }
  const text = tidy ? tidy(typed) : typed.trim()
  if (text === '') return canEmpty ? '' : { unreadable: '', fault: emptiedText }
  const fault = check?.(text)
  return fault === undefined ? text : { unreadable: text, fault }
}
