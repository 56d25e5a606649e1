// Texts with blanks: `{word}` is filled when the text is said, and `[…{word}…]` is left out while its word is empty.

/** The value of one blank. */
export type Fill = string | number

/** Values of blanks, by the word of the blank. */
export type Filled = Readonly<Record<string, Fill | undefined>>

/** Every `{word}` of a text. */
type Words<T extends string> = T extends `${string}{${infer Word}}${infer Rest}` ? Word | Words<Rest> : never
/** A text without its bracketed parts. */
type Outside<T extends string> = T extends `${infer Before}[${string}]${infer Rest}` ? `${Before}${Outside<Rest>}` : T
/** Every `{word}` of the bracketed parts of a text. */
type Inside<T extends string> = T extends `${string}[${infer Part}]${infer Rest}` ? Words<Part> | Inside<Rest> : never

/** The values needed to fill these texts. A word that stands only in bracketed parts may be undefined. */
export type Blanks<T extends string> = { readonly [W in Words<Outside<T>>]: Fill } & {
  readonly [W in Exclude<Inside<T>, Words<Outside<T>>>]: Fill | undefined
}

/** The text with its blanks filled; the values themselves are never read as texts with blanks. */
export function fillBlanks(text: string, blanks: Filled): string {
  const said = (word: string): string => String(blanks[word] ?? '')
  return text
    .replace(/\[([^\]]*)\]/g, (_, part: string) =>
      [...part.matchAll(/\{(\w+)\}/g)].every(([, word = '']) => said(word) !== '') ? part : '',
    )
    .replace(/\{(\w+)\}/g, (_, word: string) => said(word))
}
