// Input and result of the thread that reads a file.

/** A file as it was handed in. */
export interface ReadSheet {
  readonly name: string
  readonly bytes: Uint8Array
}
/**
 * A row that holds something: its number in the file from 1, its cells, and which of them are numbers too long for
 * Excel or come from a formula.
 */
export interface SheetLine {
  readonly row: number
  readonly texts: readonly string[]
  readonly worn?: readonly number[]
  readonly computed?: readonly number[]
}
/** The first sheet people see, as text. */
export interface SheetText {
  readonly sheet: string
  readonly lines: readonly SheetLine[]
}
/** The thread's last message; a refusal is in words for the person. */
export type SheetWord = { readonly sheet: SheetText } | { readonly refusal: string }
