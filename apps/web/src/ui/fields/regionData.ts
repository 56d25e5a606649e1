// Region data in the browser: tree and search index, fetched when first needed and kept for the life of the page.
import { useQuery } from '@tanstack/react-query'
import type { RegionCodes } from '@yunshu/regions/codeTable'
import { regionLabel, type RegionLabel } from '@yunshu/regions/label'
import type { SearchFile } from '@yunshu/regions/searchIndex'
import type { RegionTree } from '@yunshu/regions/tree'
import * as z from 'zod/mini'
import { useSetting } from '../../lib/settings.ts'

async function read<T>(name: string): Promise<T> {
  const response = await fetch(`/regions/${name}`)
  if (!response.ok) throw new Error(`地区数据加载失败（${response.status}）`)
  return (await response.json()) as T // built by packages/regions and held to meta.json there
}

const none: string[] = []

const forever = { staleTime: Infinity, gcTime: Infinity, meta: { quiet: true } } as const

/** The divisions of today; undefined until they are here. */
export const useRegionTree = (enabled = true) =>
  useQuery({ queryKey: ['regions', 'tree'], queryFn: () => read<RegionTree>('tree.json'), enabled, ...forever })

/** Names of former divisions, asked for once a code is none of today's; undefined until then. */
const useRegionCodes = (enabled: boolean) =>
  useQuery({ queryKey: ['regions', 'codes'], queryFn: () => read<RegionCodes>('codes.json'), enabled, ...forever })

/** Codes as screens show them; undefined until the divisions of today are here. */
export function useRegionLabels(shown: readonly string[]): (code: string) => RegionLabel | undefined {
  const { data: tree } = useRegionTree(shown.length > 0)
  const isStrange = tree !== undefined && shown.some(code => regionLabel(tree, undefined, code).standing === 'unknown')
  const { data: codes } = useRegionCodes(isStrange)
  return code => tree && regionLabel(tree, codes, code)
}

/** A code as a screen shows it; undefined without a code and until the divisions of today are here. */
export function useRegionLabel(code: string | undefined): RegionLabel | undefined {
  const labelOf = useRegionLabels(code === undefined ? none : [code])
  return code === undefined ? undefined : labelOf(code)
}

/** The file the search index is opened from. */
export const useRegionSearch = () =>
  useQuery({ queryKey: ['regions', 'search'], queryFn: () => read<SearchFile>('search.json'), ...forever })

const recentsMost = 8
const Recents = z.array(z.string())

/** Codes the person chose lately, latest first, and how one is added. */
export function useRecentRegions(): readonly [readonly string[], (code: string) => void] {
  const [recents, setRecents] = useSetting('recentRegions', Recents, none)
  return [recents, code => setRecents(old => [code, ...old.filter(each => each !== code)].slice(0, recentsMost))]
}
