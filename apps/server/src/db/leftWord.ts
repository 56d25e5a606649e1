// Words of banks that were left: sheets, payments and the close of a month wait for whoever judges them.
import { sql } from 'kysely'

/**
 * True for a word `f` of a bank that nobody and nothing has judged for a minute: those that merely wait their turn are
 * judged within seconds, so the books refuse this one, or one before it of the same order.
 */
export const isLeftWord = sql<boolean>`(f.verdict is null and f.received_at < extract(epoch from now()) * 1000 - 60000)`
