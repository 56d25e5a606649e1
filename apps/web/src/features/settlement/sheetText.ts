// How places and months of a sheet are written short.

/** The site of a place without its divisions: 陕西省 / 榆林市 / 神木市 恒泰神木煤台 is 恒泰神木煤台. For paper, where lines are narrow. */
export function siteOf(place: string): string {
  const site = place.slice(place.lastIndexOf(' ') + 1)
  return site === '' ? place : site
}

/** '202611' as 2026年11月. */
export function monthText(period: string): string {
  return `${period.slice(0, 4)}年${Number(period.slice(4))}月`
}
