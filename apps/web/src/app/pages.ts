// Screen name → lazy page: each page is features/<word>/<Name>Page.tsx and is found by that file name.
/// <reference types="vite/client" />
import { screenNames, type ScreenName } from '@yunshu/contract/screens/screens'
import type { Load } from './script.ts'

const files = import.meta.glob<Awaited<ReturnType<Load>>>(['../features/*/*Page.tsx', '!../features/session/*'])
const byFileName = new Map(
  Object.entries(files).map(([path, load]) => [path.slice(path.lastIndexOf('/') + 1, -'.tsx'.length), load]),
)

/** File name of a screen's page, without `.tsx`; the home screen is called index on the wire. */
export const pageFile = (name: string): string => `${name === 'index' ? 'Home' : name}Page`

/** Every screen of the table with its page; those without a page yet show the placeholder. */
export const pages: ReadonlyMap<string, Load> = new Map(
  screenNames.flatMap((name: ScreenName) => {
    const load = byFileName.get(pageFile(name))
    return load ? [[name, load] as const] : []
  }),
)

/** Page of a public address by its name in publicScreens: publicGoods → features/<word>/PublicGoodsPage.tsx. */
export const publicPage = (name: string): Load | undefined =>
  byFileName.get(pageFile(name.charAt(0).toUpperCase() + name.slice(1)))
