// A telephone number: to be called where it is whole, plain where it is masked.

/** True for a number that is not masked: it can be called. */
export const isCallable = (mobile: string): boolean => /^[\d+][\d -]+$/.test(mobile)

/** The address that calls a number. */
export const callUrl = (mobile: string): string => `tel:${mobile.replaceAll(/[ -]/g, '')}`

/** The number; a link that calls it where the person may see it whole. */
export function Phone({ value }: { value: string }) {
  return isCallable(value) ? (
    <a className="ys-link ys-figure" href={callUrl(value)} onClick={event => event.stopPropagation()}>
      {value}
    </a>
  ) : (
    <span className="ys-figure">{value}</span>
  )
}
