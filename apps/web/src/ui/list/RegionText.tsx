// The name of a division, once the region data is here.
import { regionWords } from '@yunshu/regions/label'
import { useRegionLabel } from '../fields/regionData.ts'

export function RegionText({ code }: { code: string }) {
  const label = useRegionLabel(code)
  return <>{label ? regionWords(label) : code}</>
}
