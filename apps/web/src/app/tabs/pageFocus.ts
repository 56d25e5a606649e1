// The place of the keyboard on a page: its title when one arrives, its rows when one skips to them.

/** The page in front, with or without a tab. */
export const panelInFront = (): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>('.shell-pages .panel, .shell-pages > .plain-page')].find(page =>
    page.checkVisibility(),
  )

const focusable = 'a[href], button:not(:disabled), input:not(:disabled), [tabindex="0"]'

/** First control of the rows of a page, or else its title: the place one wants to skip to. */
export function contentOf(page: HTMLElement | undefined): HTMLElement | undefined {
  const row =
    page?.querySelector<HTMLElement>('tbody tr[tabindex="0"]') ??
    page?.querySelector<HTMLElement>('tbody tr[data-row-key], .today-row, .ys-card')
  const inRow = row?.matches('[tabindex]') ? row : row?.querySelector<HTMLElement>(focusable)
  return inRow ?? (page && titleOf(page)) ?? page
}

function titleOf(page: HTMLElement): HTMLElement | undefined {
  const title = page.querySelector<HTMLElement>('h1')
  if (title && !title.hasAttribute('tabindex')) title.tabIndex = -1
  return title ?? undefined
}

/** Whether nobody has taken the keyboard elsewhere since the page came to the front. */
const isFree = (page: HTMLElement): boolean =>
  document.activeElement === null || document.activeElement === document.body || document.activeElement === page

/** The time a title is waited for: later ones are not worth moving the keyboard for, ms. */
const titleMost = 10_000

/**
 * Gives the keyboard to the title of a page, now or when its script and its record are there, unless it was taken
 * elsewhere meanwhile. Answers what ends the waiting.
 */
export function focusTitle(page: HTMLElement): () => void {
  if (page.contains(document.activeElement) && document.activeElement !== page) return () => undefined
  const give = (): boolean => {
    const title = titleOf(page)
    title?.focus({ preventScroll: true })
    return title !== undefined
  }
  if (give()) return () => undefined
  page.focus({ preventScroll: true })
  const observer = new MutationObserver(() => {
    if (!isFree(page) || give()) end()
  })
  const timer = setTimeout(() => end(), titleMost)
  const end = (): void => {
    observer.disconnect()
    clearTimeout(timer)
  }
  observer.observe(page, { childList: true, subtree: true })
  return end
}
