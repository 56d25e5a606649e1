// The whole-page overlay while a call with an overlay text is under way; drawn once by the shell and once by the login
// page.
import { useOverlays } from '../lib/overlay.ts'
import './ui.css'

/** Shows the newest overlay text and takes all clicks; nothing while no call is under way. */
export function Overlay() {
  const text = useOverlays(({ texts }) => texts.at(-1))
  if (text === undefined) return null
  return (
    <output className="ys-overlay">
      <div className="ys-overlay-box">
        <span className="ys-spin" aria-hidden="true" />
        {text}
      </div>
    </output>
  )
}
