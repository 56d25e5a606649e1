// Sheets that are not approved, as a condition of their row: the books, their records and invoices for fuel ask the same.
import { sql } from 'kysely'

/** States of a sheet before its approval. */
export const draftSheets = sql`('draft', 'submitted', 'rejected')`

/**
 * True for a sheet `s` that is not approved: its lines are no debt of the house yet, and its fuel was not handed out. One
 * that pays again was booked with the sheet it was made of.
 */
export const isUnapproved = sql<boolean>`(s.kind <> 'FAILURE' and s.state in ${draftSheets})`
