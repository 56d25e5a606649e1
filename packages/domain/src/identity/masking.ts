// Masks of personal data for people who may not see it whole.

const secret = '***'

/** A person's name where anybody may read it: the surname and two stars, whatever its length. */
export function maskGivenName(name: string): string {
  const [first] = Array.from(name)
  return first === undefined ? '' : `${first}**`
}

/** A mobile number: 186****1402. */
export function maskMobile(mobile: string): string {
  return keepEnds(mobile, 3, 4)
}

/** The number of characters of an 身份证号 that stay visible at its start and end. */
export type IdNoView = '1+1' | '3+3' | '6+4'

/** An 身份证号: 5****************9 for '1+1', 510************019 for '3+3', 510104********0019 for '6+4'. */
export function maskIdNo(idNo: string, view: IdNoView = '3+3'): string {
  switch (view) {
    case '1+1':
      return keepEnds(idNo, 1, 1)
    case '3+3':
      return keepEnds(idNo, 3, 3)
    case '6+4':
      return keepEnds(idNo, 6, 4)
  }
}

/** A bank card by its last four digits, without its length: ****0018. */
export function maskBankCard(card: string): string {
  if (card === '') return ''
  return card.length <= 8 ? secret : `****${card.slice(-4)}`
}

/** A text with the bank accounts in it masked; longer telephones are taken for accounts. */
export const maskAccountsIn = (text: string): string =>
  text.replace(/(?<![\dA-Za-z*])\d{7,32}(?![\dA-Za-z])/g, maskBankCard)

/**
 * A number plate for public pages: 川A***45.
 */
export function maskPlate(plate: string): string {
  return keepEnds(plate, 2, 2)
}

/** A number as it may be sent back: one that was shown masked, or is empty, is not. */
export const unmaskedText = (text: string): string | undefined => (text === '' || text.includes('*') ? undefined : text)

/**
 * Keeps both ends and a star for each character between; a text too short to hide anything is hidden whole, an empty
 * one stays empty.
 */
function keepEnds(text: string, start: number, end: number): string {
  if (text === '') return ''
  const hidden = text.length - start - end
  return hidden < 1 ? secret : text.slice(0, start) + '*'.repeat(hidden) + text.slice(-end)
}
