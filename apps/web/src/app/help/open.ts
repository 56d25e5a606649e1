// Whether the sheet of shortcuts is open; kept apart so that the sheet itself can load lazily.
import { create } from 'zustand'

export const useHelpOpen = create<{ isOpen: boolean }>(() => ({ isOpen: false }))
export const openHelp = (): void => useHelpOpen.setState({ isOpen: true })
export const closeHelp = (): void => useHelpOpen.setState({ isOpen: false })
