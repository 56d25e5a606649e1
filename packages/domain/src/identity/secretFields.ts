// Fields whose values are never kept as a draft: passwords, codes of the second factor, numbers of identity papers and
// of bank accounts.

/** Names of such fields in the inputs of calls, at whatever depth. */
const secretFields: ReadonlySet<string> = new Set([
  'password',
  'oldPassword',
  'newPassword',
  'idNo',
  'legalIdNo',
  // as a rule the number of the identity card
  'licenceNo',
  'qualificationNo',
  'accountNo',
])

const isSecretField = (name: string): boolean => secretFields.has(name)

/** A value without its secret fields. */
export function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, part]) => (isSecretField(name) ? [] : [[name, withoutSecrets(part)]])),
  )
}

/** The secret fields of a value that say something, each with its name. */
export function secretsIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(secretsIn)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, part]) =>
    !isSecretField(name)
      ? secretsIn(part)
      : part === undefined || part === null || part === ''
        ? []
        : [`${name}=${JSON.stringify(part)}`],
  )
}
