// The signature every call carries: which parameters count, their text form, and the text that is hashed.

/** The parameters of a call by name. Files are left out by the caller. */
export type SignParams = Readonly<Record<string, unknown>>

/**
 * Writes parameters as the text fields that are signed, sorted by name in UTF-16 code units.
 *
 * Drops `sign` and everything empty: undefined, null, '' and []. Text stays as it is, every other
 * value becomes compact JSON: true, 12, ["A1"]. The server sees only text: `paramsToSign` of the contract
 * makes of it the values that are signed here.
 *
 * @source docs/wire.md, Parameters and sign
 */
export function wireFields(params: SignParams): [name: string, text: string][] {
  const fields: [string, string][] = []
  for (const name of Object.keys(params).sort()) {
    const text = name === 'sign' ? '' : wireText(params[name])
    if (text !== '') fields.push([name, text])
  }
  return fields
}

/** The text that is hashed: the wire fields as name=value joined by &, then the secret with nothing between. */
export function signText(params: SignParams, secret: string): string {
  return (
    wireFields(params)
      .map(([name, text]) => `${name}=${text}`)
      .join('&') + secret
  )
}

/**
 * Signs the parameters of a call: upper-case hex MD5 over the UTF-8 bytes of `signText`.
 *
 * `md5Hex` is the caller's hash (node:crypto on the server, a small library in the browser); its case does not matter.
 * The secret is known to every browser, so a signature shows that nothing was garbled, never who called.
 *
 * @source [CL-03]; docs/wire.md, Parameters and sign
 */
export function signRequest(params: SignParams, secret: string, md5Hex: (text: string) => string): string {
  return md5Hex(signText(params, secret)).toUpperCase()
}

function wireText(value: unknown): string {
  if (typeof value === 'string') return value
  const isEmpty = value === undefined || value === null || (Array.isArray(value) && value.length === 0)
  return isEmpty ? '' : JSON.stringify(value)
}
