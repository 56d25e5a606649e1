// Whether the list of what waits to be sent is open.
import { create } from 'zustand'

export const useQueueOpen = create<{ readonly isOpen: boolean }>(() => ({ isOpen: false }))
