// Figures that stand alone in a sentence: without zeros at their end.
import type { QuantityMode } from '@yunshu/domain/goods/goods'
import { printQuantity } from '@yunshu/domain/goods/quantity'

/** The figures of a text without zeros at their end: 264.000 as 264. */
export const bareFigures = (text: string): string => text.replace(/(\.\d*?)0+(?!\d)/g, '$1').replace(/\.(?!\d)/g, '')

/** A quantity of goods: 264 吨. */
export const quantityText = (mode: QuantityMode, qty: number): string => bareFigures(printQuantity(mode, qty))
