// Region tree B: the shape of the older, abbreviated tree that old records were filled from.

/** Third level of tree B. `AreaName` is the short name, never blank. */
export interface OlderArea {
  readonly AreaId: string
  readonly AreaFull: string
  readonly AreaName: string
}

/** Second level of tree B. `CityName` is blank for directly administered groups; `Area` is absent in Chongqing. */
export interface OlderCity {
  readonly CityId: string
  readonly CityFull: string
  readonly CityName: string
  readonly Area?: readonly OlderArea[]
}

/** First level of tree B: the 31 mainland provinces. */
export interface OlderProvince {
  readonly ProvinceId: string
  readonly ProvinceFull: string
  readonly ProvinceName: string
  readonly City: readonly OlderCity[]
}

/**
 * Tree B, a snapshot of 2014-10: for reading old records, never offered for new input. @source spec §3 'Region tree B'
 */
export type OlderTree = readonly OlderProvince[]
