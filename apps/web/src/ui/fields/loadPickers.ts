// The chunk of the date pickers: it weighs as much as the rest of a list page, and comes with the first of them.

/** Brings it, also ahead of a form that may be opened without a network. */
export const loadPickers = () => import('./pickers.tsx')
