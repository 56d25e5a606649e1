// The sections of a long page as a line of buttons that lead to them; on a phone it scrolls sideways.
import { useRef } from 'react'

/** Leads to the sections of the page it stands in, by their titles. */
export function SectionNav({ titles }: { titles: readonly string[] }) {
  const nav = useRef<HTMLElement>(null)
  const go = (title: string): void => {
    const sections = [...(nav.current?.parentElement?.querySelectorAll(':scope > .ys-section') ?? [])]
    sections
      .find(section => section.getAttribute('aria-label') === title)
      ?.scrollIntoView({ behavior: 'smooth', block: 'start' })
  }
  return (
    <nav ref={nav} className="wb-nav" aria-label="本页内容">
      {titles.map(title => (
        <button key={title} type="button" onClick={() => go(title)}>
          {title}
        </button>
      ))}
    </nav>
  )
}
