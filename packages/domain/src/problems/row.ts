// One row of the table of refusals: its wire code, its HTTP status and its words.

/** `code` is what the envelope carries: negative ends the session (session layer only), positive is a refusal. */
export interface ProblemRow {
  readonly code: number
  readonly http: 200 | 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 503
  /** A text with blanks (`domain/blanks.ts`), filled from the detail given where the problem is thrown. */
  readonly text: string
}

/** Declares rows of the table of refusals; their words stay known to the compiler. */
export const problemTable = <const T extends Readonly<Record<string, ProblemRow>>>(t: T): T => t
