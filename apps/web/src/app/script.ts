// Components in scripts of their own, drawn the moment they are there: what React.lazy loads is held back up to 300 ms behind its fallback.
import { createElement, useEffect, useState, type ComponentType, type ReactElement } from 'react'

type PageModule = { default: ComponentType }
export type Load = () => Promise<PageModule>

/** How long a page's script may take (spec §9). */
export const chunkTimeoutMs = 120_000

/** A page's script could not be had: the network, or a release that took the old file away. */
export class PageLoadError extends Error {
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : '页面脚本加载失败', { cause })
    this.name = 'PageLoadError'
  }
}

const loaded = new WeakMap<Load, ComponentType>()

/** Loads a page's script within the time limit. @throws PageLoadError */
export async function loadPage(load: Load, attempt: number): Promise<PageModule> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => { timer = setTimeout(() => reject(new Error('加载超时')), chunkTimeoutMs) })
  try {
    const page = await Promise.race([attempt === 0 ? load() : loadAgain(load), late])
    loaded.set(load, page.default)
    return page
  } catch (error) {
    throw new PageLoadError(error)
  } finally {
    clearTimeout(timer)
  }
}

/** A browser may remember that a module failed; the second attempt then asks under a fresh address. */
async function loadAgain(load: Load): Promise<PageModule> {
  try {
    return await load()
  } catch (error) {
    const address = /https?:\/\/\S+\.js/.exec(error instanceof Error ? error.message : '')?.[0]
    if (address === undefined || new URL(address).origin !== globalThis.location.origin) throw error
    const fresh: PageModule = await import(/* @vite-ignore */ `${address}?again=${Date.now()}`)
    return fresh
  }
}

/** The page of a script, undefined until it is there; `isWanted` false does not load it. A fault is thrown while drawing. `load` and `attempt` must stay the same. */
export function usePage(load: Load, { attempt = 0, isWanted = true } = {}): ReactElement | undefined {
  const [page, setPage] = useState(() => elementOf(loaded.get(load)))
  const [fault, setFault] = useState<PageLoadError>()
  useEffect(() => {
    if (page || !isWanted) return
    loadPage(load, attempt).then((script) => setPage(elementOf(script.default)), setFault)
  }, [page, load, attempt, isWanted])
  if (fault) throw fault
  return page
}

const elementOf = (Page: ComponentType | undefined): ReactElement | undefined => Page && createElement(Page)
