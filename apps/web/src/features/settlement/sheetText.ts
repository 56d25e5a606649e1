// The short writing of places on a sheet.

/** The site of a place without its divisions: 陕西省 / 榆林市 / 神木市 恒泰神木煤台 is 恒泰神木煤台. For paper, where lines are narrow. */
export function siteOf(place: string): string {
  const site = place.slice(place.lastIndexOf(' ') + 1)
  return site === '' ? place : site
}
