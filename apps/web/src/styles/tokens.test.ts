// The pairs of colours that stand on each other reach the contrast people need, in both looks.
import { describe, expect, test } from 'vitest'
import { looks, tokenSheet, type Colours, type Look } from './tokens.ts'

type Name = keyof Colours

const channels = (colour: string): number[] =>
  (colour.slice(1).match(/../g) ?? []).map(pair => Number.parseInt(pair, 16))

/** Relative luminance of WCAG 2, 0 to 1. */
function luminance(colour: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = colour.map(value =>
    value / 255 <= 0.040_45 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
  )
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(front: readonly number[], back: readonly number[]): number {
  const [low = 0, high = 0] = [luminance(front), luminance(back)].sort((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

/** A ground as it is, and with the pointer over it. */
function grounds(look: Look, name: Name): (readonly [string, number[]])[] {
  const [ground, hover] = [channels(looks[look][name]), channels(looks[look].hover)]
  const share = (hover[3] ?? 255) / 255
  return [
    [name, ground],
    [`${name}, pointed at`, ground.map((value, at) => (hover[at] ?? 0) * share + value * (1 - share))],
  ]
}

/** Text of these colours stands on every one of these grounds. */
const texts: readonly Name[] = ['ink', 'ink2', 'ink3', 'brand', 'brandHover', 'red', 'visited']
const everywhere: readonly Name[] = ['ground', 'surface', 'raised', 'soft']
/** Text that stands on grounds of its own. */
const own: readonly (readonly [Name, Name])[] = [
  ['onBrand', 'brand'],
  ['onBrand', 'brandHover'],
  ['onBrand', 'amber'],
  ['onRed', 'red'],
  ['onRed', 'redHover'],
  ['amber', 'ground'],
  ['amber', 'surface'],
  ['amber', 'amberSoft'],
  ['red', 'redSoft'],
  ['green', 'ground'],
  ['green', 'surface'],
  ['green', 'greenSoft'],
  ['ink', 'amberSoft'],
  ['ink', 'redSoft'],
  ['ink', 'greenSoft'],
  ['ink2', 'amberSoft'],
  ['ink2', 'redSoft'],
  ['surface', 'ink'],
  ['onBrand', 'off'],
  ['onDeep', 'deep'],
  ['onDeep2', 'deep'],
]
/** Edges of fields and marks on the map: seen, not read. */
const shapes: readonly Name[] = ['vehicleMoving', 'vehicleStanding', 'vehicleLate', 'vehicleSilent']

describe.each(['light', 'dark'] as const)('%s', look => {
  const colours = looks[look]
  test('text reaches 4.5 to 1 on every ground, pointed at and chosen too', () => {
    const faults = texts.flatMap(text =>
      everywhere
        .flatMap(name => grounds(look, name))
        .map(([name, ground]) => [`${text} on ${name}`, contrast(channels(colours[text]), ground)] as const)
        .filter(([, reached]) => reached < 4.5),
    )
    expect(faults).toEqual([])
  })

  test.each(own)('%s on %s reaches 4.5 to 1', (text, ground) => {
    expect(contrast(channels(colours[text]), channels(colours[ground]))).toBeGreaterThanOrEqual(4.5)
  })

  test('the edge of a field reaches 3 to 1 on every ground, and so do marks on the map', () => {
    const on = (names: readonly Name[], places: readonly Name[]) =>
      names.flatMap(name =>
        places
          .flatMap(place => grounds(look, place))
          .map(([place, ground]) => [`${name} on ${place}`, contrast(channels(colours[name]), ground)] as const),
      )
    const all = [...on(['edge'], everywhere), ...on(shapes, ['ground', 'surface'])]
    expect(all.filter(([, reached]) => reached < 3)).toEqual([])
  })

  test('the tint of what is pointed at is the same as a full colour', () => {
    const [, [, tinted]] = grounds(look, 'surface') as [unknown, [string, number[]]]
    const full = channels(colours.hovered)
    expect(tinted.every((value, at) => Math.abs(value - (full[at] ?? 0)) <= 1)).toBe(true)
  })
})

test.each(['light', 'dark'] as const)('%s: a switch that is off is no brighter than one that is on', look => {
  const { off, brand, surface } = looks[look]
  const stands = (colour: string): number => contrast(channels(colour), channels(surface))
  expect(stands(off)).toBeLessThan(stands(brand) * 0.95)
})

test('what is printed is light, whatever is worn', () => {
  expect(tokenSheet()).toMatch(/@media print\{:root\[data-look=dark\]\{color-scheme:light;.*--ground:#f5f6f7;/)
})
