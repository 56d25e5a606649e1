// Scrolls a place along one axis until one of its entries is in view.

/** Its edges along the axis, CSS pixels. */
interface Span {
  readonly from: number
  readonly to: number
}

/** The way to scroll so that the entry is in view: none where it is, and to its beginning where it is larger. */
export function wayIntoView(entry: Span, place: Span): number {
  if (entry.from < place.from) return entry.from - place.from
  return entry.to > place.to ? Math.min(entry.to - place.to, entry.from - place.from) : 0
}

/** Unlike `scrollIntoView()` it leaves the place from which the next Tab goes on. */
export function keepInView(place: Element, entry: Element, axis: 'x' | 'y'): void {
  const [outer, inner] = [place.getBoundingClientRect(), entry.getBoundingClientRect()]
  if (axis === 'x')
    place.scrollLeft += wayIntoView({ from: inner.left, to: inner.right }, { from: outer.left, to: outer.right })
  else place.scrollTop += wayIntoView({ from: inner.top, to: inner.bottom }, { from: outer.top, to: outer.bottom })
}
