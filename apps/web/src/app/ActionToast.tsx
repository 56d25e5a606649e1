// A message with something to do about it: it stays while it is pointed at or has the focus.
import { useEffect, useState } from 'react'
import type { ToastAction } from '../lib/toast.ts'

interface ActionToastProps {
  text: string
  action: ToastAction
  seconds: number
  onEnd: () => void
}

export function ActionToast({ text, action, seconds, onEnd }: ActionToastProps) {
  const [isHeld, setHeld] = useState(false)
  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(onEnd, seconds * 1000)
    return () => clearTimeout(timer)
  }, [isHeld, seconds, onEnd])
  const hold = (): void => setHeld(true)
  const release = (): void => setHeld(false)
  return (
    <span onPointerEnter={hold} onPointerLeave={release} onFocus={hold} onBlur={release}>
      {text} ·{' '}
      <button
        type="button"
        className="ys-link"
        onClick={() => {
          onEnd()
          action.run()
        }}
      >
        {action.label}
      </button>
    </span>
  )
}
