// Things made of a form's values, which change only when they say something else.
import { expect, test, vi } from 'vitest'
import { keptPick } from './useFormPick.ts'

test('values that come to the same keep the thing made of them; the same values are looked at once', () => {
  let values: { readonly a: number; readonly note: string } = { a: 1, note: '' }
  const pick = vi.fn(({ a }: typeof values) => ({ doubled: a * 2 }))
  const read = keptPick(() => values, pick)
  const first = read()
  expect(read()).toBe(first)
  expect(pick).toHaveBeenCalledTimes(1)
  values = { a: 1, note: '备注' }
  expect(read()).toBe(first)
  values = { a: 2, note: '备注' }
  expect(read()).toEqual({ doubled: 4 })
})
