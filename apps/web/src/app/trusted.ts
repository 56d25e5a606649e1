// The one policy for text that is written into the page as HTML (Trusted Types): style sheets of the components are, and
// hold no tag, and so is the bar of navigation. Other text with a tag, scripts and addresses of scripts that are not
// files of this build are refused.

/** The bar of navigation, as its library writes it into the page. */
export const progressBar = '<div class="bar"><div class="peg"></div></div>'

/** True for text the page may be made of. */
export const isTrusted = (text: string): boolean => text === progressBar || !text.includes('<')

/** True for the address of a script of ours, as workers of maps are started from: hashed files of this build alone. */
export const isOwnScript = (address: string): boolean => {
  const url = URL.parse(address, location.origin)
  return url?.origin === location.origin && /^\/assets\/[\w.-]+\.m?js$/.test(url.pathname)
}

interface Policies {
  createPolicy(
    name: string,
    rules: { createHTML: (text: string) => string | null; createScriptURL: (address: string) => string | null },
  ): unknown
}

const isPolicies = (value: unknown): value is Policies =>
  typeof value === 'object' && value !== null && 'createPolicy' in value

const policies: unknown = Reflect.get(globalThis, 'trustedTypes')
if (isPolicies(policies))
  policies.createPolicy('default', {
    createHTML: text => (isTrusted(text) ? text : null),
    createScriptURL: address => (isOwnScript(address) ? address : null),
  })
