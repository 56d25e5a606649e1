// Figures of the desk that both the bench and journeys take: presses of Tab, the share of a phone, and bytes.
import type { Page, Request } from 'playwright-core'

/** The most KB that may travel to a cold browser, and the most presses of Tab and least share of a phone. */
export const deskGoals = {
  loginKb: 107,
  listKb: 410,
  tabs: 16,
  cardsPercent: 75,
} as const

/** Presses of Tab until the focus stands where `isThere` says, from where it is now; 100 when it never does. */
export async function tabsUntil(page: Page, isThere: string): Promise<number> {
  for (let presses = 1; presses <= 99; presses += 1) {
    await page.keyboard.press('Tab')
    if (await page.evaluate(place => Boolean(document.activeElement?.closest(place)), isThere)) return presses
  }
  return 100
}

/** The share of a phone's screen between the first card and what stands below the list, %. */
export const shareOfCards = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const card = document.querySelector('.ys-card')
    if (!card) return 0
    const { top, left, width } = card.getBoundingClientRect()
    let seen = 0
    for (let y = Math.ceil(top); y < innerHeight; y += 1)
      if (document.elementFromPoint(left + width / 2, y)?.closest('.ys-cards')) seen += 1
    return (seen / innerHeight) * 100
  })

/** KB of everything that travels to a cold browser until an address shows what is waited for, and all that follows. */
export async function travelledKb(page: Page, address: string, isShown: string): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.clearBrowserCache')
  let bytes = 0
  const sizes: Promise<void>[] = []
  const weigh = (request: Request): void => {
    sizes.push(
      request.sizes().then(({ responseBodySize, responseHeadersSize }) => {
        bytes += responseBodySize + responseHeadersSize
      }),
    )
  }
  page.on('requestfinished', weigh)
  await page.goto(address)
  await page.waitForSelector(isShown)
  await page.waitForLoadState('networkidle')
  // a call of a page that is closed meanwhile has no size any more
  page.off('requestfinished', weigh)
  await Promise.all(sizes)
  return bytes / 1024
}
