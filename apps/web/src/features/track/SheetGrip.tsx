// The grip of the list below the live map of a phone: a press or a pull gives the list the next of its three heights.
import { DownOutlined, UpOutlined } from '@ant-design/icons'
import { useRef } from 'react'

/** The heights of the list, the lowest first. */
export const sheetHeights = ['low', 'half', 'tall'] as const
export type SheetHeight = (typeof sheetHeights)[number]

/** A pull of fewer pixels than these is a press. */
const pullPx = 24

const next = { low: 'half', half: 'tall', tall: 'low' } as const
const words = { low: '列表展开一半', half: '列表展开', tall: '列表收起' } as const

/** The height a pull ends at: one step up or down for each so many pixels. */
function pulled(height: SheetHeight, upPx: number): SheetHeight {
  const steps = Math.sign(upPx) * Math.ceil(Math.abs(upPx) / 240)
  const at = sheetHeights.indexOf(height) + steps
  return sheetHeights[Math.max(0, Math.min(sheetHeights.length - 1, at))] ?? height
}

export function SheetGrip({ height, onHeight }: { height: SheetHeight; onHeight: (height: SheetHeight) => void }) {
  const from = useRef<number>(undefined)
  const wasPulled = useRef(false)
  return (
    <button
      type="button"
      className="tm-grip"
      aria-label={words[height]}
      title={words[height]}
      onClick={() => {
        if (!wasPulled.current) onHeight(next[height])
      }}
      onPointerDown={event => {
        from.current = event.clientY
        wasPulled.current = false
        event.currentTarget.setPointerCapture(event.pointerId)
      }}
      onPointerUp={({ clientY }) => {
        const up = (from.current ?? clientY) - clientY
        wasPulled.current = Math.abs(up) >= pullPx
        if (wasPulled.current) onHeight(pulled(height, up))
      }}
    >
      {height === 'tall' ? <DownOutlined /> : <UpOutlined />}
    </button>
  )
}
