// A text with a button that copies it (SH-18).
import { CopyOutlined } from '@ant-design/icons'
import { copyText } from '../lib/copy.ts'

/** Shows a number or name and copies it on click; `isBare` leaves the text to what stands around. */
export function CopyText({ text, isBare = false }: { text: string; isBare?: boolean }) {
  return (
    <span className="ys-copy">
      {!isBare && text}
      <button
        type="button"
        className="ys-icon-button"
        aria-label={`复制 ${text}`}
        title="复制"
        onClick={() => void copyText(text)}
      >
        <CopyOutlined />
      </button>
    </span>
  )
}
