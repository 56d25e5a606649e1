// Preferences as shipped and as read back.
import { expect, test } from 'vitest'
import { readPreferences, themes } from './preferences.ts'

test('[SH-12] transitions are off, and there is one theme, named star', () => {
  expect(readPreferences(undefined)).toMatchObject({ transition: false, theme: 'star', size: 'default' })
  expect(Object.keys(themes)).toEqual(['star'])
})

test('the appearance is a preference beside the one theme: light as shipped, and kept as chosen', () => {
  expect(readPreferences(undefined).appearance).toBe('light')
  expect(readPreferences('{"appearance":"system","theme":"star"}')).toMatchObject({
    appearance: 'system',
    theme: 'star',
  })
  expect(readPreferences('{"appearance":"sepia"}').appearance).toBe('light')
})

test('[SH-04] the menu is open by default; what was kept comes back', () => {
  expect(readPreferences(null).collapsed).toBe(false)
  expect(readPreferences('{"collapsed":true}').collapsed).toBe(true)
})

test.each(['', '{', '3', '{"size":"huge"}'])('broken text %s is as shipped', text => {
  expect(readPreferences(text)).toEqual(readPreferences(undefined))
})
