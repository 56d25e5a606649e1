// The strip at the head of goods: state and end of the offer, from where to where, what is taken of it, and the next
// step.
import type { GoodsDetail } from '@yunshu/contract/goods/goods'
import { goodsStates, openGoodsStates, pricings, quantityModes } from '@yunshu/domain/goods/goods'
import { takenWords } from '@yunshu/domain/goods/quantity'
import { groupThousands } from '@yunshu/domain/figures/decimal'
import { printUnitPrice } from '@yunshu/domain/figures/unitPrice'
import type { ReactNode } from 'react'
import { Hero } from '../../ui/record/Hero.tsx'
import { wayParts } from '../../ui/record/heroLine.ts'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { quantityNumber } from './quantityText.ts'

/** 323.20 元/吨: the reader's own price, or none. */
function priceOf({ shipperUnitPrice, carrierUnitPrice, pricing }: GoodsDetail): string | undefined {
  const price = shipperUnitPrice ?? carrierUnitPrice
  return price === undefined ? undefined : `${groupThousands(printUnitPrice(price))} ${pricings[pricing].label}`
}

export function GoodsHero({ goods, acts }: { goods: GoodsDetail; acts: ReactNode }) {
  const { quantityMode: mode, totalQty, remainQty, state, progress } = goods
  const isOpen = openGoodsStates.some(each => each === state)
  // the price before the cargo: the end of the line is what a narrow head cuts
  const rest = [priceOf(goods), goods.itemNames].filter(part => part !== undefined)
  return (
    <Hero
      word="货源"
      name={goods.goodsNo}
      tag={<StatusTag machine={goodsStates} state={state} />}
      until={isOpen ? { act: '接单', at: goods.validTo } : undefined}
      line={[...wayParts(goods.loadPlace, goods.unloadPlace), ...rest.map(part => ` · ${part}`)]}
      figure={{
        value: `${quantityNumber(mode, totalQty - remainQty)} / ${quantityNumber(mode, totalQty)}`,
        label: `${takenWords.taken} / 总量(${quantityModes[mode].unit})`,
        note: progress && `${takenWords.dispatched} ${progress.trucks} 车`,
      }}
      acts={acts}
    />
  )
}
