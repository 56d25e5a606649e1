// The one table of the portal's colours and measures, for both appearances; style sheets and antd's theme are made of it.

/** Draws `share` of one colour over another: both as #rrggbb, the share from 0 to 1. */
function over(top: string, share: number, ground: string): string {
  const part = (colour: string, at: number): number => Number.parseInt(colour.slice(at, at + 2), 16)
  const mixed = [1, 3, 5].map(at => Math.round(part(top, at) * share + part(ground, at) * (1 - share)))
  return `#${mixed.map(value => value.toString(16).padStart(2, '0')).join('')}`
}

/** A colour that lets through what it lies on: #rrggbbaa. */
const through = (colour: string, share: number): string =>
  colour +
  Math.round(share * 255)
    .toString(16)
    .padStart(2, '0')

/** Lines and the tint of what is pointed at are made of the ink and the ground, so that they fit both looks. */
const withTints = <T extends { ink: string; surface: string; soft: string }>(
  colours: T,
  shares: { line: number; hover: number },
) => ({
  ...colours,
  /** Borders of cards, between rows. */
  line: through(colours.ink, shares.line),
  /** The tint under the pointer, on any ground. */
  hover: through(colours.ink, shares.hover),
  /** The same as a full colour: cells that stay while others scroll below them. */
  hovered: over(colours.ink, shares.hover, colours.surface),
  chosenHovered: over(colours.ink, shares.hover, colours.soft),
})

/** Colours that stay what they are in both looks: paper, codes to scan, and the deep ground of brand. */
const fixed = {
  paper: '#ffffff',
  print: '#000000',
  deep: '#0b2f40',
  onDeep: '#f2f8f9',
  onDeep2: '#b9d3da',
  deepLine: '#3b8ba0',
  deepAccent: '#4fb8c9',
  scrim: '#00000073',
  toast: '#121a21f2',
} as const

const light = withTints(
  {
    ...fixed,
    /** The page, its content, what floats above it. */
    ground: '#f5f6f7',
    surface: '#ffffff',
    raised: '#ffffff',
    /** Text, second text, labels and placeholders. */
    ink: '#121a21',
    ink2: '#4e5a64',
    ink3: '#5f6973',
    disabled: '#8b959d',
    /** The edge of fields, boxes and switches. */
    edge: '#78848d',
    /** The ground of a switch that is off. */
    off: '#5f6973',
    /** Buttons, links, and your turn. */
    brand: '#0a6b7c',
    brandHover: '#085a68',
    onBrand: '#ffffff',
    soft: '#e3f1f3',
    /** Late. */
    amber: '#9c5600',
    amberSoft: '#fdf1dd',
    /** Wrong. */
    red: '#b3261e',
    redHover: '#98190f',
    onRed: '#ffffff',
    redSoft: '#fce9e7',
    /** Just done. */
    green: '#1a7341',
    greenSoft: '#e4f4ea',
    /** A link that was followed. */
    visited: '#6b3fa0',
    /** Vehicles on the map. */
    vehicleMoving: '#1b8a52',
    vehicleStanding: '#5b7a8f',
    vehicleLate: '#b86e00',
    vehicleSilent: '#cf3a2f',
    shadow: '#121a2124',
  },
  { line: 0.09, hover: 0.035 },
)

/** Colours of one appearance. */
export type Colours = Readonly<Record<keyof typeof light, string>>

const dark: Colours = withTints(
  {
    ...fixed,
    ground: '#0f1519',
    surface: '#151d22',
    raised: '#1a242a',
    ink: '#e8eef2',
    ink2: '#b4c0c8',
    ink3: '#98a5ae',
    disabled: '#66737c',
    edge: '#7a8790',
    off: '#7c8992',
    brand: '#4fb8c9',
    brandHover: '#6cc7d5',
    onBrand: '#06222a',
    soft: '#12333b',
    amber: '#f0b35c',
    amberSoft: '#3a2b14',
    red: '#ff8f85',
    redHover: '#ffa79f',
    onRed: '#2a0b08',
    redSoft: '#40201d',
    green: '#74d39c',
    greenSoft: '#15352a',
    visited: '#c3a6ee',
    vehicleMoving: '#2fb67c',
    vehicleStanding: '#6f8ea3',
    vehicleLate: '#f0a13c',
    vehicleSilent: '#e5594e',
    shadow: '#00000080',
  },
  { line: 0.1, hover: 0.05 },
)

/** The appearances a page can have. */
export const looks = { light, dark } as const
export type Look = keyof typeof looks

/** Corners, CSS pixels: of controls, and of cards. */
export const corners = { control: 7, card: 10 } as const

/** Chinese comes from the system, each system's own face first. */
export const fontFamily =
  "'PingFang SC','Microsoft YaHei UI','Microsoft YaHei','Noto Sans SC','Noto Sans CJK SC',system-ui,sans-serif"

const nameOf = (key: string): string => `--${key.replace(/(?=[A-Z]|\d)/g, '-').toLowerCase()}`
const declared = (colours: Colours): string =>
  Object.entries(colours)
    .map(([key, value]) => `${nameOf(key)}:${value};`)
    .join('')

/** The tokens as variables of style sheets: light unless <html> says otherwise, and always light on paper. */
export const tokenSheet = (): string =>
  [
    `:root{color-scheme:light;--radius:${corners.control}px;--radius-card:${corners.card}px;--font:${fontFamily};${declared(light)}}`,
    `:root[data-look=dark]{color-scheme:dark;${declared(dark)}}`,
    `@media print{:root[data-look=dark]{color-scheme:light;${declared(light)}}}`,
  ].join('\n')
