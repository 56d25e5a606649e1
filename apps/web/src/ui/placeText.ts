// Places as lists show them, where room is scarce: the whole path stands in the tooltip.

/** 陕西省 / 榆林市 / 神木市 恒泰煤台 as 榆林·神木市 恒泰煤台; 上海市 / 嘉定区 分拨中心 as 上海·嘉定区 分拨中心. */
export function shortPlace(place: string): string {
  const parts = place.split(' / ')
  if (parts.length < 2) return place
  const [above = '', rest = ''] = parts.slice(-2)
  return `${above.replace(/(?:市|地区|盟)$/, '')}·${rest}`
}

/** 陕西省 / 榆林市 / 神木市 恒泰煤台 as 恒泰煤台; a place without a name of its own is its division. */
export function siteOf(place: string): string {
  const [division = '', ...site] = shortPlace(place).split(' ')
  return site.length === 0 ? division : site.join(' ')
}

/** 陕西省 / 榆林市 / 横山区 恒泰横山煤台 as 横山: the shortest name people know it by. */
export function townOf(place: string): string {
  const [town = ''] = (place.split(' / ').at(-1) ?? '').split(' ')
  return town.length > 2 ? town.replace(/[区县市旗]$/, '') : town
}
