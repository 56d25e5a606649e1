// A QR code as a drawing that stays sharp on screens and on paper.
import { useMemo } from 'react'
import { looks } from '../styles/tokens.ts'
import { qrModules, quietModules } from './qrModules.ts'

interface Props {
  /** The text in the code: an address or a number. */
  readonly text: string
  /** The name of the picture for people who cannot see it: 货源二维码 */
  readonly label: string
  /** Width and height with the quiet zone, CSS pixels. */
  readonly size?: number
}

/** The code of a text, black on white with its quiet zone, whatever is behind it. Prints as it looks. */
export function QrCode({ text, label, size = 160 }: Props) {
  const code = useMemo(() => qrModules(text), [text])
  const side = code.size + 2 * quietModules
  return (
    <svg
      width={size}
      height={size}
      viewBox={`${-quietModules} ${-quietModules} ${side} ${side}`}
      shapeRendering="crispEdges"
      style={{ display: 'block', printColorAdjust: 'exact' }}
    >
      <title>{label}</title>
      <rect x={-quietModules} y={-quietModules} width={side} height={side} fill={looks.light.paper} />
      <path d={code.path} fill={looks.light.print} />
    </svg>
  )
}
