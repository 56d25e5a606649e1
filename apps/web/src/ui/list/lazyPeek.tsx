// A peek whose code comes with the first row that is looked at: a list is there before it.
import { lazy, Suspense, type ComponentType } from 'react'
import type { PeekedProps } from './listProps.ts'

/** The peek that `load` brings; until it is there, the facts of the row stand in its place. */
export function lazyPeek(load: () => Promise<ComponentType<PeekedProps>>): ComponentType<PeekedProps> {
  const Loaded = lazy(async () => ({ default: await load() }))
  return function Peeked(props: PeekedProps) {
    return (
      <Suspense fallback={props.pending}>
        <Loaded {...props} />
      </Suspense>
    )
  }
}
