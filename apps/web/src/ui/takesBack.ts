// Moves that take one's own record back: they carry nothing on, so they are never the step a record asks for.

/** Whether a move of a state table is one of those; the tables name them alike. */
export const takesBack = (move: string): boolean => move.startsWith('withdraw')
