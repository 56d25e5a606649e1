// Places as lists show them, where room is scarce: the whole path stands in the tooltip.

/** 陕西省 / 榆林市 / 神木市 恒泰煤台 as 榆林·神木市 恒泰煤台; 上海市 / 嘉定区 分拨中心 as 上海·嘉定区 分拨中心. */
export function shortPlace(place: string): string {
  const parts = place.split(' / ')
  if (parts.length < 2) return place
  const [above = '', rest = ''] = parts.slice(-2)
  return `${above.replace(/(?:市|地区|盟)$/, '')}·${rest}`
}

/** 陕西省榆林市榆阳区 as 榆林市榆阳区: the province says little where its city stands beside it. */
export const shortDivision = (name: string): string => name.replace(/^.+?(?:省|自治区)(?=.)/, '')
