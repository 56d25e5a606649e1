// The search among trucks to send: asked for a moment after the last key, or at once for the truck an address names.
import { plateField } from '@yunshu/contract/actLink'
import { useEffect, useEffectEvent, useState } from 'react'
import { useSearchParams } from 'react-router'

const typingMs = 250

/** `named`: the truck of the address; `forgetNamed` takes it out, and out of the search where it is done with. */
export function useVehicleSearch() {
  const [params, setParams] = useSearchParams()
  const named = params.get(plateField) ?? undefined
  const [text, setText] = useState(named ?? '')
  const [asked, setAsked] = useState(named ?? '')
  if (named !== undefined && text !== named) setText(named)
  if (named !== undefined && asked !== named) setAsked(named)
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text.trim()), typingMs)
    return () => clearTimeout(timer)
  }, [text])
  const forgetNamed = (isDone: boolean): void => {
    if (isDone) {
      setText('')
      setAsked('')
    }
    setParams(
      old => {
        const next = new URLSearchParams(old)
        next.delete(plateField)
        return next
      },
      { replace: true },
    )
  }
  return { text, setText, asked, setAsked, named, forgetNamed }
}

/** Does something once with the truck the address names, when it was looked for. */
export function useNamedTruck(isLookedFor: boolean, then: () => void): void {
  const run = useEffectEvent(then)
  useEffect(() => {
    if (isLookedFor) run()
  }, [isLookedFor])
}
