// The form of row ids: a UUID in lower case, as PostgreSQL prints it.

const hex = '[0-9a-f]'
/** A row id as part of a larger pattern. */
export const uuidPattern = `${hex}{8}(?:-${hex}{4}){3}-${hex}{12}`

export const uuidForm = new RegExp(`^${uuidPattern}$`)

/** True for a row id in the form it is written in everywhere. */
export const isUuid = (text: string): boolean => uuidForm.test(text)
