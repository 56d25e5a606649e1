// A word of the trade as the tables of words hold it.

export interface Term {
  /** The word itself. */
  readonly word: string
  /** Its syllables, for people who search by pinyin. */
  readonly pinyin: string
  /** Labels of fields, facts and columns that are about it, beside the word itself. */
  readonly labels?: readonly string[]
  /** One or two sentences. */
  readonly means: string
  readonly example?: string
}

export const termTable = <const T extends Readonly<Record<string, Term>>>(rows: T): { readonly [K in keyof T]: Term } =>
  rows
