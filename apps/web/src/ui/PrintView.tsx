// Prints one part of the page on paper: everything else is hidden while the print dialog is open.
import { useCallback, useEffect, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import './ui.css'

/** `print(node)` opens the print dialog with that node alone; draw `sheet` anywhere in the page. */
export function usePrint(): { print: (node: ReactNode) => void; sheet: ReactNode } {
  const [node, setNode] = useState<ReactNode>(null)
  useEffect(() => {
    if (node === null) return
    document.body.classList.add('ys-printing')
    const end = (): void => {
      document.body.classList.remove('ys-printing')
      setNode(null)
    }
    addEventListener('afterprint', end, { once: true })
    const frame = requestAnimationFrame(() => window.print())
    return () => {
      cancelAnimationFrame(frame)
      removeEventListener('afterprint', end)
      document.body.classList.remove('ys-printing')
    }
  }, [node])
  const print = useCallback((content: ReactNode) => setNode(content), [])
  return { print, sheet: node === null ? null : createPortal(<div className="ys-sheet">{node}</div>, document.body) }
}
