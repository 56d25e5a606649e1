// A piece of the shell in a script of its own: a script that cannot be had never takes the shell down, and is asked for again.
import { createElement, useEffect, useReducer, type ComponentType, type ReactNode } from 'react'
import { toast } from '../lib/toast.ts'

interface PartOptions<P> {
  /** Drawn until the piece is there. */
  readonly fallback?: (props: P) => ReactNode
  /** Called when it could not be had, so that what was opened can be closed; without it nobody is told. */
  readonly onFault?: () => void
}

/** The component `load` brings, loaded when it is first drawn. */
export function part<P extends object>(load: () => Promise<{ default: ComponentType<P> }>, { fallback, onFault }: PartOptions<P> = {}): ComponentType<P> {
  let loaded: ComponentType<P> | undefined
  return function Part(props: P) {
    const [, draw] = useReducer((count: number) => count + 1, 0)
    // after a fault every draw asks again
    useEffect(() => {
      if (loaded) return
      load().then((script) => {
        loaded = script.default
        draw()
      }, (error: unknown) => {
        console.warn('a piece of the shell could not be loaded', error)
        if (!onFault) return
        onFault()
        toast.error('加载失败，请检查网络后重试')
      })
    })
    return loaded ? createElement(loaded, props) : (fallback?.(props) ?? null)
  }
}
