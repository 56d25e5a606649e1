// A text that is typed now and asked for a little later.
import { useEffect, useState } from 'react'

/** The text to ask for, the text as typed, and its setter. */
export function useLater(first: string, afterMs = 250): readonly [string, string, (text: string) => void] {
  const [typed, setTyped] = useState(first)
  const [text, setText] = useState(first)
  useEffect(() => {
    const timer = setTimeout(() => setText(typed.trim()), afterMs)
    return () => clearTimeout(timer)
  }, [typed, afterMs])
  return [text, typed, setTyped]
}
