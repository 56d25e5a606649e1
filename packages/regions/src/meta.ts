// Facts of the built region data: sources, date, counts and file hashes.

/**
 * built/meta.json, shown in 系统设置 as 行政区划数据 截至 2026-04. Holds no time of building: the same sources give the same bytes.
 */
export interface RegionMeta {
  /** Year and month up to which changes are in. */
  readonly asOf: string
  readonly sources: readonly { readonly name: string; readonly version: string }[]
  readonly counts: RegionCounts
  /** File name → size in bytes and SHA-256 in hex. */
  readonly files: Readonly<Record<string, { readonly bytes: number; readonly sha256: string }>>
}

/** Figures of the built data. */
export interface RegionCounts {
  readonly provinces: number
  /** Prefecture-level divisions: without code groups and without the municipalities' own city codes. */
  readonly prefectures: number
  /** County-level divisions of the mainland. */
  readonly counties: number
  readonly treeCities: number
  readonly treeDistricts: number
  readonly olderCities: number
  readonly olderAreas: number
  readonly codes: number
  readonly formerCodes: number
  readonly searchRows: number
}
