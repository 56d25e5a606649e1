// The question of an amount people ask about.
import type { Input } from '@yunshu/contract/call'
import type { explainAmount, explainBooks } from '@yunshu/contract/explain'
import { bookAmounts, type BookAmount } from '@yunshu/domain/amount/explained'

/** The record an amount stands on, and which amount of it. */
export type RecordAmount = Input<typeof explainAmount>

/** The account, line or row of the books an amount stands on, and which amount of it. */
export type BooksAmount = Input<typeof explainBooks>

export type AskedAmount = RecordAmount | BooksAmount

/** True for amounts of the books, which are asked for by a call of their own. */
export const isOfBooks = (asked: AskedAmount): asked is BooksAmount => isBookAmount(asked.amountOf)

const isBookAmount = (key: string): key is BookAmount => Object.hasOwn(bookAmounts, key)
