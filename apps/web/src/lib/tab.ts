// The tab a page lives in, as far as the page may know and act on it; the shell provides it.
import { createContext, use } from 'react'

export interface Tab {
  readonly key: string
  /** Title of the screen. */
  readonly title: string
  /** False while another tab is in front; effects of this one are paused then. */
  readonly isInFront: () => boolean
  /** Closes this tab without asking, for pages whose work is done. */
  readonly close: () => void
  /** Names the tab after the record it shows, for example its number. */
  readonly setTitle: (title: string) => void
  /** Mounts the page anew. */
  readonly refresh: () => void
  /** The list the record of the page stands in, where the person has it in the menu. */
  readonly list: () => ListPlace | undefined
}

/** A list as the menu names it. */
export interface ListPlace {
  readonly title: string
  readonly url: string
}

const nothing = (): void => {}

/** Outside the shell (tests, public pages) the actions do nothing. */
export const TabContext = createContext<Tab>({
  key: '',
  title: '',
  isInFront: () => true,
  close: nothing,
  setTitle: nothing,
  refresh: nothing,
  list: () => undefined,
})

/** The tab this page lives in. */
export const useTab = (): Tab => use(TabContext)
