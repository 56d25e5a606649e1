// The name of a division, once the region data is here.
import { regionLabel } from '@yunshu/regions/label'
import { useRegionTree } from '../fields/regionData.ts'

export function RegionText({ code }: { code: string }) {
  const { data: tree } = useRegionTree()
  return <>{tree ? regionLabel(tree, undefined, code).path : code}</>
}
