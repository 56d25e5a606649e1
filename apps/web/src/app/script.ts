// Components in scripts of their own, drawn the moment they are there: React.lazy would hold them back up to 300 ms
// behind its fallback.
import {
  createElement,
  useEffect,
  useReducer,
  useState,
  type ComponentType,
  type ReactElement,
  type ReactNode,
} from 'react'
import { toast } from '../lib/toast.ts'

type PageModule = { default: ComponentType }
export type Load = () => Promise<PageModule>

/** The most time for loading a page's script, ms (spec §9). */
export const chunkTimeoutMs = 120_000

/** A page's script could not be had: the network, or a release that took the old file away. */
export class PageLoadError extends Error {
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : '页面脚本加载失败', { cause })
    this.name = 'PageLoadError'
  }
}

/** Loads a script within the time limit. @throws PageLoadError */
async function loadScript<S>(load: () => Promise<S>, attempt: number): Promise<S> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('加载超时')), chunkTimeoutMs)
  })
  try {
    return await Promise.race([attempt === 0 ? load() : loadAgain(load), late])
  } catch (error) {
    throw new PageLoadError(error)
  } finally {
    clearTimeout(timer)
  }
}

/** A browser may remember that a module failed; the second attempt then asks under a fresh address. */
async function loadAgain<S>(load: () => Promise<S>): Promise<S> {
  try {
    return await load()
  } catch (error) {
    const address = /https?:\/\/\S+\.js/.exec(error instanceof Error ? error.message : '')?.[0]
    if (address === undefined || new URL(address).origin !== globalThis.location.origin) throw error
    const fresh: S = await import(/* @vite-ignore */ `${address}?again=${Date.now()}`)
    return fresh
  }
}

const loaded = new WeakMap<Load, ComponentType>()

/** Loads a page's script and keeps its page for usePage. @throws PageLoadError */
export async function loadPage(load: Load, attempt: number): Promise<PageModule> {
  const page = await loadScript(load, attempt)
  loaded.set(load, page.default)
  return page
}

/**
 * The page of a script, undefined until it is there; `isWanted` false does not load it. A fault is thrown while
 * drawing. `load` and `attempt` must stay the same.
 */
export function usePage(load: Load, { attempt = 0, isWanted = true } = {}): ReactElement | undefined {
  const [page, setPage] = useState(() => elementOf(loaded.get(load)))
  const [fault, setFault] = useState<PageLoadError>()
  useEffect(() => {
    if (page || !isWanted) return
    loadPage(load, attempt).then(script => setPage(elementOf(script.default)), setFault)
  }, [page, load, attempt, isWanted])
  if (fault) throw fault
  return page
}

const elementOf = (Page: ComponentType | undefined): ReactElement | undefined => Page && createElement(Page)

interface PartOptions<P> {
  /** Drawn until the piece is there. */
  readonly fallback?: (props: P) => ReactNode
  /** Called when it could not be had, so that what was opened can be closed; without it nobody is told. */
  readonly onFault?: () => void
  /** Says when the fallback may give way; at once without it. */
  readonly hold?: (draw: () => void) => void
}

/**
 * A piece of the shell in a script of its own, loaded when it is first drawn; a script that cannot be had never takes
 * the shell down, and is asked for again.
 */
export function shellPart<P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
  { fallback, onFault, hold = now => now() }: PartOptions<P> = {},
): ComponentType<P> {
  let Loaded: ComponentType<P> | undefined
  let attempt = 0
  return function Part(props: P) {
    const [, draw] = useReducer((count: number) => count + 1, 0)
    // after a fault every draw asks again
    useEffect(() => {
      if (Loaded) return
      loadScript(load, attempt).then(
        script =>
          hold(() => {
            Loaded = script.default
            draw()
          }),
        (error: unknown) => {
          attempt += 1
          console.warn('a piece of the shell could not be loaded', error)
          if (!onFault) return
          onFault()
          toast.error('加载失败，请检查网络后重试')
        },
      )
    })
    return Loaded ? createElement(Loaded, props) : (fallback?.(props) ?? null)
  }
}
