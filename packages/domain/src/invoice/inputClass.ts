// Classes of input invoices (进项类别), and the base of carriers' invoices.

/** Freight is invoiced by carriers; fuel and tolls by those the house bought them from. */
export const inputClasses = { FREIGHT: '运费', FUEL: '油费', TOLL: '通行费' } as const
export type InputClass = keyof typeof inputClasses
/** The classes of what the house bought itself and handed out. */
export type SupplyClass = Exclude<InputClass, 'FREIGHT'>

/** Whether an invoice is for what the house bought itself. */
export const isSupply = (of: InputClass): of is SupplyClass => of !== 'FREIGHT'

/** The word in the place of a provider for fuel that sheets handed out: it comes from no account of one. */
export const noProvider = '未分供应商'

/**
 * The provider an invoice of this seller is of, as far as names tell: the one of the same name, or the only one whose name the
 * seller's holds.
 */
export function providerOfSeller(seller: string, providers: readonly string[]): string | undefined {
  if (providers.includes(seller)) return seller
  const [named, ...others] = providers.filter(each => seller.includes(each))
  return others.length === 0 ? named : undefined
}

/** Bases of carriers' invoices: the freight without the fuel and tolls they were handed, or all of it. */
export const inputBases = { CASH_ONLY: '不含油费、通行费', GROSS: '含油费、通行费' } as const
export type InputBase = keyof typeof inputBases
