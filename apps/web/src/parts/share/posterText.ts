// Text on the poster, which a drawing does not wrap by itself.

// a character of East Asia is as wide as it is high; others take about half of that
const widthOf = (character: string): number => (/[\u2E80-\uFFEF]/u.test(character) ? 1 : 0.56)

/**
 * Lines of at most `width` characters (Latin ones count about half), at most `most` lines; longer texts end in an
 * ellipsis.
 */
export function wrapText(text: string, width: number, most: number): string[] {
  const lines: string[] = []
  let line = '',
    used = 0
  for (const character of Array.from(text.trim())) {
    const wide = widthOf(character)
    if (used + wide > width) {
      lines.push(line)
      line = ''
      used = 0
    }
    line += character
    used += wide
  }
  if (line !== '') lines.push(line)
  if (lines.length <= most) return lines
  const kept = lines.slice(0, most)
  return [
    ...kept.slice(0, -1),
    `${Array.from(kept.at(-1) ?? '')
      .slice(0, -1)
      .join('')}…`,
  ]
}
