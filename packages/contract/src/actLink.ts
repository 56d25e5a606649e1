// Addresses that open the dialog of an act on its record. They never do the act: the page opens its dialog while the act
// is open to the reader, and says so where it is not.

/** The field of an address that names the act. */
export const actField = 'act'

/** The address of a page with the dialog of an act open. */
export const actUrl = (path: string, act: string): string =>
  `${path}${path.includes('?') ? '&' : '?'}${actField}=${encodeURIComponent(act)}`

/** The truck an address of dispatch puts into the plan. */
export const plateField = 'plate'
/** The lane, in words, an address of publishing fills. */
export const laneField = 'lane'
