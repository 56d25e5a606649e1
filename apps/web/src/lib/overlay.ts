// The text of the whole-page overlay while calls with an overlay text are under way (spec §7).
import { create } from 'zustand'

interface Overlays {
  /** Oldest first; the newest is shown. */
  readonly texts: readonly string[]
}

/** Read by ui/Overlay.tsx, which the shell and the login page draw once each. */
export const useOverlays = create<Overlays>(() => ({ texts: [] }))

/** Shows an overlay until the returned function is called; calling it twice does nothing more. */
export function showOverlay(text: string): () => void {
  useOverlays.setState(({ texts }) => ({ texts: [...texts, text] }))
  let isOpen = true
  return () => {
    if (!isOpen) return
    isOpen = false
    useOverlays.setState(({ texts }) => {
      const index = texts.indexOf(text)
      return { texts: texts.filter((_, each) => each !== index) }
    })
  }
}
