// The form of row ids: a UUID in lower case, as PostgreSQL prints it.

export const uuidForm = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** True for a row id in the form it is written in everywhere. */
export const isUuid = (text: string): boolean => uuidForm.test(text)
