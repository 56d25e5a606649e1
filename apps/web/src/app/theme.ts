// antd's theme, named star, made of the tokens: one for each appearance and size.
import { theme, type GlobalToken, type MappingAlgorithm, type ThemeConfig } from 'antd'
import { corners, fontFamily, looks, type Colours, type Look } from '../styles/tokens.ts'
import type { Preferences } from './preferences.ts'

/** The size a person chose, or what a thumb needs whatever was chosen. */
type Size = Preferences['size'] | 'touch'

/** Heights of controls, CSS pixels. Letters have one size in all of them. */
const heights: Readonly<Record<Size, { usual: number; small: number; large: number }>> = {
  default: { usual: 34, small: 26, large: 40 },
  medium: { usual: 30, small: 24, large: 36 },
  small: { usual: 28, small: 24, large: 34 },
  touch: { usual: 44, small: 44, large: 48 },
}

/** antd's tokens of one meaning: its colour at rest and pressed, and its soft ground. */
const family = (
  name: 'Primary' | 'Info' | 'Success' | 'Warning' | 'Error',
  rest: string,
  pressed: string,
  soft: string,
) =>
  Object.fromEntries([
    ...['', 'Text', 'Border'].map(part => [`color${name}${part}`, rest] as const),
    ...['Hover', 'Active', 'TextHover', 'TextActive', 'BorderHover'].map(
      part => [`color${name}${part}`, pressed] as const,
    ),
    ...['Bg', 'BgHover', 'BgActive', 'BgFilledHover'].map(part => [`color${name}${part}`, soft] as const),
  ])

/** Tokens that antd computes from seeds: ours come last, since dark changes its seeds and `token` cannot name a seed. */
const mapped = (c: Colours, size: Size): Partial<GlobalToken> & { colorShadow: string } => ({
  ...family('Primary', c.brand, c.brandHover, c.soft),
  ...family('Info', c.brand, c.brandHover, c.soft),
  ...family('Success', c.green, c.green, c.greenSoft),
  ...family('Warning', c.amber, c.amber, c.amberSoft),
  ...family('Error', c.red, c.redHover, c.redSoft),
  colorLink: c.brand,
  colorLinkHover: c.brandHover,
  colorLinkActive: c.brandHover,
  colorText: c.ink,
  colorTextSecondary: c.ink2,
  colorTextTertiary: c.ink3,
  colorTextQuaternary: c.disabled,
  colorFill: c.line,
  colorFillSecondary: c.line,
  colorFillTertiary: c.hover,
  colorFillQuaternary: c.hover,
  colorBgLayout: c.ground,
  colorBgContainer: c.surface,
  colorBgElevated: c.raised,
  colorBgMask: c.scrim,
  colorBorder: c.edge,
  colorBorderDisabled: c.line,
  colorBorderSecondary: c.line,
  colorShadow: c.print,
  borderRadius: corners.control,
  borderRadiusLG: corners.card,
  controlHeight: heights[size].usual,
  controlHeightSM: heights[size].small,
  controlHeightLG: heights[size].large,
  fontSize: 14,
  fontSizeSM: 12,
  fontSizeLG: 16,
  fontSizeXL: 20,
  fontSizeHeading1: 28,
  fontSizeHeading2: 20,
  fontSizeHeading3: 20,
  fontSizeHeading4: 16,
  fontSizeHeading5: 14,
  lineHeight: 1.5,
  lineHeightSM: 1.5,
  lineHeightLG: 1.5,
  motionDurationFast: '0.08s',
  motionDurationMid: '0.12s',
  motionDurationSlow: '0.16s',
})

/** Tokens that are other names of the ones above. */
const named = (c: Colours): Partial<GlobalToken> => ({
  colorTextDescription: c.ink3,
  colorTextPlaceholder: c.ink3,
  colorTextDisabled: c.disabled,
  colorTextLightSolid: c.onBrand,
  colorIcon: c.ink2,
  colorSplit: c.line,
  controlItemBgHover: c.hover,
  controlItemBgActive: c.soft,
  controlItemBgActiveHover: c.soft,
  controlInteractiveSize: 16,
  // the ring of a field that has the focus
  controlOutline: c.brand,
  controlOutlineWidth: 1,
  colorErrorOutline: c.red,
  colorWarningOutline: c.amber,
  boxShadowSecondary: `0 8px 28px ${c.shadow}`,
})

const components = (c: Colours): NonNullable<ThemeConfig['components']> => ({
  Table: {
    headerBg: c.surface,
    headerColor: c.ink2,
    headerSplitColor: 'transparent',
    rowHoverBg: c.hovered,
    cellPaddingBlockMD: 9,
    cellPaddingBlockSM: 6,
  },
  Button: {
    primaryShadow: 'none',
    defaultShadow: 'none',
    dangerShadow: 'none',
    primaryColor: c.onBrand,
    dangerColor: c.onRed,
    paddingInlineSM: 11,
  },
  Drawer: { paddingLG: 16 },
  // tick, dot and knob are white in antd, which a bright brand does not carry
  Checkbox: { colorWhite: c.onBrand },
  Radio: { colorWhite: c.onBrand },
  // a switch that is off is dimmer than one that is on, and the word on it still read: at rest and under the pointer
  Switch: { handleBg: c.onBrand, colorTextQuaternary: c.off, colorTextTertiary: c.off },
  Badge: { colorTextLightSolid: c.onRed },
  Tooltip: { colorBgSpotlight: c.ink, colorTextLightSolid: c.surface },
})

function themeOf(look: Look, size: Size): ThemeConfig {
  const colours = looks[look]
  const own: MappingAlgorithm = (_, map) => ({
    ...(map ?? theme.defaultAlgorithm(theme.defaultSeed)),
    ...mapped(colours, size),
  })
  return {
    cssVar: { key: 'star' },
    hashed: false,
    algorithm: [look === 'dark' ? theme.darkAlgorithm : theme.defaultAlgorithm, own],
    token: {
      ...named(colours),
      colorPrimary: colours.brand,
      fontFamily,
      wireframe: false,
      // dialogs and menus of people whose system asks for less motion are there at once
      motion: !matchMedia('(prefers-reduced-motion: reduce)').matches,
    },
    components: components(colours),
  }
}

const made = new Map<string, ThemeConfig>()

/** The theme star in one appearance and size: the same object each time, since a new one would draw all styles anew. */
export function starTheme(look: Look, size: Size): ThemeConfig {
  const key = `${look} ${size}`
  const known = made.get(key) ?? themeOf(look, size)
  made.set(key, known)
  return known
}
