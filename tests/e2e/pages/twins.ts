// Parts of a page that are built as one beside them that is judged: the rows of a list after the first of their kind.

/**
 * The parts of the open page that are like one before them with the same parent: of the same elements, with the same
 * attributes, colours and sizes of text. Names and addresses count by whether they are there, and so do texts, single
 * letters apart, which have no contrast for axe. Runs in the page, so it uses nothing from outside.
 */
export function findTwins(): Element[] {
  const named = new Set(['id', 'href', 'src', 'title', 'alt', 'value', 'name', 'for', 'datetime', 'aria-label'])
  const refers = new Set(['aria-labelledby', 'aria-describedby', 'aria-controls', 'aria-owns', 'aria-activedescendant'])
  const seen = ['color', 'background-color', 'background-image', 'font-size', 'font-weight', 'opacity', 'visibility']

  const isThere = (id: string): boolean => document.getElementById(id) !== null
  const told = ({ name, value }: Attr): string => {
    if (refers.has(name)) return String(value.split(' ').map(isThere))
    return named.has(name) || name.startsWith('data-') ? String(value !== '') : value
  }
  const textOf = (text: string): string => (text === '' ? '' : text.length === 1 ? '.' : '…')

  const twins: Element[] = []
  /** Tells how an element is built, and adds the twins inside it, or the highest of them. */
  const shapeOf = (element: Element): string => {
    const style = getComputedStyle(element)
    const own = [...element.attributes].map(attribute => `${attribute.name}=${told(attribute)}`)
    const looks = seen.map(property => style.getPropertyValue(property))
    let shape = `<${element.localName} ${own.join(' ')} ${looks.join(' ')}>`
    const shapes = new Set<string>()
    for (const child of element.childNodes) {
      if (!(child instanceof HTMLElement)) {
        shape += child instanceof Element ? `<${child.localName}>` : textOf((child.nodeValue ?? '').trim())
        continue
      }
      const before = twins.length
      const inner = shapeOf(child)
      shape += inner
      if (shapes.has(inner)) {
        twins.length = before
        twins.push(child)
      }
      shapes.add(inner)
    }
    return `${shape}</>`
  }
  shapeOf(document.body)
  return twins
}
