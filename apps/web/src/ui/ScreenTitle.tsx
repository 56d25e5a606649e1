// The heading of a page whose tab already shows its name: there for those who listen to the page.
import { useTab } from '../lib/tab.ts'

/** The screen's title as the page's only h1. */
export function ScreenTitle() {
  return <h1 className="visually-hidden">{useTab().title}</h1>
}
