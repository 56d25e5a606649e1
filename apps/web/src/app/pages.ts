// Screen name → lazy page: each page is features/<word>/<Name>Page.tsx and is found by that file name.
/// <reference types="vite/client" />
import { screenNames, type ScreenName } from '@yunshu/contract/screens'
import type { ComponentType } from 'react'

type PageModule = { default: ComponentType }
type Load = () => Promise<PageModule>

const files = import.meta.glob<PageModule>(['../features/*/*Page.tsx', '!../features/session/*'])
const byFileName = new Map(Object.entries(files).map(([path, load]) => [path.slice(path.lastIndexOf('/') + 1, -'.tsx'.length), load]))

/** File name of a screen's page, without `.tsx`; the home screen is called index on the wire. */
export const pageFile = (name: string): string => `${name === 'index' ? 'Home' : name}Page`

/** Every screen of the table with its page; those without a page yet show the placeholder. */
export const pages: ReadonlyMap<string, Load> = new Map(screenNames.flatMap((name: ScreenName) => {
  const load = byFileName.get(pageFile(name))
  return load ? [[name, load] as const] : []
}))

/** Page of a public address by its name in publicScreens: publicGoods → features/<word>/PublicGoodsPage.tsx. */
export const publicPage = (name: string): Load | undefined => byFileName.get(pageFile(name.charAt(0).toUpperCase() + name.slice(1)))

/** How long a page's script may take (spec §9). */
export const chunkTimeoutMs = 120_000

/** A page's script could not be had: the network, or a release that took the old file away. */
export class PageLoadError extends Error {
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : '页面脚本加载失败', { cause })
    this.name = 'PageLoadError'
  }
}

/** Loads a page's script within the time limit. @throws PageLoadError */
export async function loadPage(load: Load, attempt: number): Promise<PageModule> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => { timer = setTimeout(() => reject(new Error('加载超时')), chunkTimeoutMs) })
  try {
    return await Promise.race([attempt === 0 ? load() : loadAgain(load), late])
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
