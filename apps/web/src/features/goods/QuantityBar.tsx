// The quantity taken of goods, as a bar with its numbers.
import type { GoodsDetail } from '@yunshu/contract/goods/goods'
import { quantityModes } from '@yunshu/domain/goods/goods'
import { printQuantity, takenWords, trucksNeeded } from '@yunshu/domain/goods/quantity'
import { partsText, takenPercent } from './quantityText.ts'

export function QuantityBar({ goods }: { goods: GoodsDetail }) {
  const { quantityMode: mode, totalQty, remainQty, perTruckMax } = goods
  const percent = takenPercent(goods)
  const parts = partsText(goods)
  const trucks = mode === 'BY_TRUCK' ? undefined : trucksNeeded(goods, totalQty)
  return (
    <div className="gd-qty">
      <progress className="gd-bar" aria-label={takenWords.taken} value={percent} max={100} />
      <div className="gd-qty-line">
        <span>
          总量 <strong className="ys-figure">{printQuantity(mode, totalQty)}</strong>（{quantityModes[mode].label}）
        </span>
        <span>
          {takenWords.taken} <span className="ys-figure">{printQuantity(mode, totalQty - remainQty)}</span>（{percent}
          %）
          {parts.length > 0 && <span className="ys-weak">：{parts.join('，')}</span>}
        </span>
        <span>
          {takenWords.left} <strong className="ys-figure">{printQuantity(mode, remainQty)}</strong>
        </span>
        {perTruckMax !== undefined && mode !== 'BY_TRUCK' && (
          <span className="ys-weak">
            单车上限 {printQuantity(mode, perTruckMax)}
            {trucks !== undefined && `，约 ${trucks} 车`}
          </span>
        )}
      </div>
    </div>
  )
}
