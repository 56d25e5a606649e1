// Names, rows and steps of a page that are there and cannot be seen: cut off, or covered. Runs in the page.

/** The faults of the page that is open, one line each. */
export function cutOff(): string[] {
  // letters of a name that any head has room for; a number has room, whatever its length
  const most = 18
  const isWhole = (name: string): boolean => name.length <= most || /^[\w-]+$/.test(name)
  const shown = (box: Element): boolean => box.checkVisibility() && box.getBoundingClientRect().width > 1
  const all = (selector: string): Element[] => [...document.querySelectorAll(selector)].filter(shown)
  const isNarrow = innerWidth < 1024
  const names = all('.ys-hero h1')
    .filter(name => name.scrollWidth > name.clientWidth + 1 && isWhole(name.lastChild?.textContent ?? ''))
    .map(name => `the name ${name.lastChild?.textContent ?? ''} is cut off`)
  const numbers = all('.ys-card-head strong')
    .filter(title => title.scrollWidth > title.clientWidth + 1 && /^[\w-]+$/.test(title.textContent))
    .map(title => `the number ${title.textContent} is cut off`)
  // a box of its own scroll has no edge that says so where rows are cards
  const rows = all('.ys-record .ys-table-stacked:not(.ys-table-long)')
    .filter(box => box.scrollHeight > box.clientHeight + 1)
    .map(box => `rows of ${box.getAttribute('aria-label') ?? ''} are cut off`)
  const sides = isNarrow
    ? []
    : all('.ys-record .ys-table-box:not(.ys-table-wide)')
        .filter(box => box.scrollWidth > box.clientWidth + 1)
        .map(box => `columns of ${box.getAttribute('aria-label') ?? ''} are cut off`)
  const columns = all('.ys-table td')
    .filter(cell => {
      const { fontSize, lineHeight, paddingTop, paddingBottom } = getComputedStyle(cell)
      const line = Number.parseFloat(lineHeight) || Number.parseFloat(fontSize) * 1.35
      const high = cell.firstElementChild?.getBoundingClientRect().height ?? 0
      return cell.clientWidth < 60 && high - Number.parseFloat(paddingTop) - Number.parseFloat(paddingBottom) > line * 4
    })
    .map(cell => `the letters of ${cell.textContent} stand below each other`)
  const steps = all('.ys-page-foot button, .ys-hero-acts > *')
    .filter(step => {
      const { left, right, top, bottom } = step.getBoundingClientRect()
      const over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
      // a message that slides in covers for a moment what it likes
      const isOfPage = over !== null && over.closest('.ys-page') !== null
      return bottom <= innerHeight && top >= 0 && isOfPage && !step.contains(over)
    })
    .map(step => `${step.textContent} is covered`)
  const below = all('.ys-page-foot .ant-btn-primary')
    .filter(step => !step.closest('.ant-drawer') && step.getBoundingClientRect().bottom > innerHeight + 1)
    .map(step => `${step.textContent} is below the edge of the window`)
  return [...names, ...numbers.slice(0, 3), ...rows, ...sides, ...columns.slice(0, 3), ...steps, ...below]
}
