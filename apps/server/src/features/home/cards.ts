// Work that waits for a person today: one card per list and filter.
import type { Card } from './card.ts'
import { companyCards } from './companyCards.ts'
import { fleetCards } from './fleetCards.ts'
import { goodsCards } from './goodsCards.ts'
import { paymentCards } from './paymentCards.ts'
import { waybillCards } from './waybillCards.ts'

/** In the order of the page: work to take on, work under way, the fleet, money. */
export const cards: readonly Card[] = [...companyCards, ...goodsCards, ...waybillCards, ...fleetCards, ...paymentCards]
