// A part of the address beside the filter of a list: the record a link opens in a drawer.
import { useCallback } from 'react'
import { useSearchParams } from 'react-router'

/** Its value and the way to set it, or to take it out; the last entry of history is replaced. */
export function useAddressPart(name: string): readonly [string | undefined, (value: string | undefined) => void] {
  const [params, setParams] = useSearchParams()
  const put = useCallback(
    (value: string | undefined): void =>
      setParams(
        old => {
          const next = new URLSearchParams(old)
          if (value === undefined) next.delete(name)
          else next.set(name, value)
          return next
        },
        { replace: true },
      ),
    [name, setParams],
  )
  return [params.get(name) ?? undefined, put]
}
