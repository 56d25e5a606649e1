// A text column that the database's own check holds to the keys of a table, as one of those keys.

function isKey<T extends object>(table: T, text: string): text is keyof T & string {
  return Object.hasOwn(table, text)
}

/** The text as a key of the table (goodsKinds, a machine's states); throws when schema and table have drifted apart. */
export function keyOf<T extends object>(table: T, text: string): keyof T & string {
  if (!isKey(table, text)) throw new Error(`the database holds ${text}, which the table does not know`)
  return text
}
