// The number of a paper or an account: typed anew, or kept behind its mask until another is typed.
import { tidyNumber } from '@yunshu/domain/identity/identity'
import type { FieldProps } from './FigureInput.tsx'
import { RuledInput } from './RuledInput.tsx'
import { SecretInput } from './SecretInput.tsx'

interface NumberInputProps extends FieldProps<string> {
  /** The number the record has; empty or absent where it has none. */
  mask: string | undefined
  check: (text: string) => string | undefined
  max: number
  /** The record may be without this number. */
  canEmpty?: boolean
}

/** A number that is not masked (a credit code) stays behind the same field: untouched it is not sent either. */
export function NumberInput({ mask = '', canEmpty = false, ...rest }: NumberInputProps) {
  return mask === '' ? (
    <RuledInput {...rest} tidy={tidyNumber} />
  ) : (
    <SecretInput {...rest} mask={mask} canEmpty={canEmpty} tidy={tidyNumber} />
  )
}
