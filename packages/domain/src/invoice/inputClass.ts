// Classes of input invoices (进项类别), and the base of carriers' invoices.

/** Freight is invoiced by carriers; fuel and tolls by those the house bought them from. */
export const inputClasses = { FREIGHT: '运费', FUEL: '油费', TOLL: '通行费' } as const
export type InputClass = keyof typeof inputClasses
/** The classes of what the house bought itself and handed out. */
export type SupplyClass = Exclude<InputClass, 'FREIGHT'>

/** Whether an invoice is for what the house bought itself. */
export const isSupply = (of: InputClass): of is SupplyClass => of !== 'FREIGHT'

/** Bases of carriers' invoices: the freight without the fuel and tolls they were handed, or all of it. */
export const inputBases = { CASH_ONLY: '不含油费、通行费', GROSS: '含油费、通行费' } as const
export type InputBase = keyof typeof inputBases
