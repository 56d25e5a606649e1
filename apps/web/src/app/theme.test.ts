// antd's theme says the colours of the table of tokens, in both looks, and heights alone follow the size.
import { theme } from 'antd'
import { beforeAll, expect, test, vi } from 'vitest'
import { looks } from '../styles/tokens.ts'
import { starTheme } from './theme.ts'

beforeAll(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  return () => vi.unstubAllGlobals()
})

test.each(['light', 'dark'] as const)(
  'the theme is the table of tokens when %s, not what antd makes of its seeds',
  look => {
    const said = theme.getDesignToken(starTheme(look, 'default'))
    const colours = looks[look]
    expect(said).toMatchObject({
      colorPrimary: colours.brand,
      colorLink: colours.brand,
      colorError: colours.red,
      colorWarning: colours.amber,
      colorSuccess: colours.green,
      colorText: colours.ink,
      colorTextPlaceholder: colours.ink3,
      colorTextLightSolid: colours.onBrand,
      colorBgLayout: colours.ground,
      colorBgContainer: colours.surface,
      colorBgElevated: colours.raised,
      colorBorder: colours.edge,
      colorBorderSecondary: colours.line,
      controlItemBgActive: colours.soft,
      controlHeight: 34,
    })
  },
)

test('whatever a person chose, controls have the height of a thumb where one presses', () => {
  const { controlHeight, controlHeightSM, controlHeightLG } = theme.getDesignToken(starTheme('light', 'touch'))
  expect(Math.min(controlHeight, controlHeightSM, controlHeightLG)).toBe(44)
})

test('a smaller size lowers controls, and no letter is below 12 px', () => {
  const sizes = (['default', 'medium', 'small'] as const).map(size => theme.getDesignToken(starTheme('light', size)))
  expect(sizes.map(({ controlHeight }) => controlHeight)).toEqual([34, 30, 28])
  expect(sizes.map(({ fontSize, fontSizeSM, fontSizeIcon }) => [fontSize, fontSizeSM, fontSizeIcon])).toEqual(
    sizes.map(() => [14, 12, 12]),
  )
})
