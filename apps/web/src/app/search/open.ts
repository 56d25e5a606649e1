// Whether the search panel is open; kept apart so that the panel itself can load lazily.
import { create } from 'zustand'

export const useSearchOpen = create<{ isOpen: boolean }>(() => ({ isOpen: false }))
export const openSearch = (): void => useSearchOpen.setState({ isOpen: true })
export const closeSearch = (): void => useSearchOpen.setState({ isOpen: false })
