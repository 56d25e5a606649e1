// Region data in the browser: tree and search index, fetched when first needed and kept for the life of the page.
import { useQuery } from '@tanstack/react-query'
import type { SearchFile } from '@yunshu/regions/searchIndex'
import type { RegionTree } from '@yunshu/regions/tree'
import * as z from 'zod/mini'
import { useSetting } from '../../lib/settings.ts'

async function read<T>(name: string): Promise<T> {
  const response = await fetch(`/regions/${name}`)
  if (!response.ok) throw new Error(`地区数据加载失败（${response.status}）`)
  return (await response.json()) as T // built by packages/regions and held to meta.json there
}

const forever = { staleTime: Infinity, gcTime: Infinity, meta: { quiet: true } } as const

/** The divisions of today; undefined until they are here. */
export const useRegionTree = (enabled = true) =>
  useQuery({ queryKey: ['regions', 'tree'], queryFn: () => read<RegionTree>('tree.json'), enabled, ...forever })

/** The file the search index is opened from. */
export const useRegionSearch = () =>
  useQuery({ queryKey: ['regions', 'search'], queryFn: () => read<SearchFile>('search.json'), ...forever })

const recentsMost = 8
const Recents = z.array(z.string())
const none: string[] = []

/** Codes the person chose lately, latest first, and how one is added. */
export function useRecentRegions(): readonly [readonly string[], (code: string) => void] {
  const [recents, setRecents] = useSetting('recentRegions', Recents, none)
  return [recents, code => setRecents(old => [code, ...old.filter(each => each !== code)].slice(0, recentsMost))]
}
