// Goods a task can be made of: chosen by a tick, then how much and, for the house, at which price.
import type { SendableGoods } from '@yunshu/contract/task/task'
import { pricings, quantityModes } from '@yunshu/domain/goods/goods'
import { printQuantity, trucksNeeded } from '@yunshu/domain/goods/quantity'
import { Checkbox } from 'antd'
import { QuantityInput, UnitPriceInput } from '../../ui/fields/FigureInput.tsx'
import { Time, UnitPriceText } from '../../ui/Figures.tsx'
import { DialogField } from '../../ui/WriteDialog.tsx'
import { marginNote, type SendLine } from './sendLines.ts'
import { siteOf } from '../../ui/placeText.ts'

interface GoodsLineProps {
  goods: SendableGoods
  /** Undefined while the goods are not chosen. */
  line: SendLine | undefined
  faults: Readonly<Record<string, string>>
  /** The house sees both prices and may say another. */
  canPrice: boolean
  isFull: boolean
  onToggle: () => void
  onChange: (next: SendLine) => void
}

const Ends = ({ at }: { at: number }) => (
  <span>
    截止 <Time value={at} />
  </span>
)

/** The goods, the quantity left, the price, and the end, in one line. */
const GoodsFacts = ({ goods, canPrice }: Pick<GoodsLineProps, 'goods' | 'canPrice'>) => (
  <p className="ys-weak tk-goods-facts">
    <span>{goods.goodsNo}</span>
    <span>{goods.itemNames}</span>
    <span>
      剩余 <strong className="ys-figure">{printQuantity(goods.quantityMode, goods.remainQty)}</strong>
    </span>
    {goods.shipperUnitPrice !== undefined && (
      <span>
        托运价 <UnitPriceText value={goods.shipperUnitPrice} /> {pricings[goods.pricing].label}
      </span>
    )}
    {goods.carrierUnitPrice !== undefined && (
      <span>
        承运价 <UnitPriceText value={goods.carrierUnitPrice} /> {pricings[goods.pricing].label}
      </span>
    )}
    {canPrice && <span>{goods.shipperName}</span>}
    <Ends at={goods.validTo} />
  </p>
)

export function GoodsLine({ goods, line, faults, canPrice, isFull, onToggle, onChange }: GoodsLineProps) {
  const { quantityMode: mode } = goods
  const trucks = typeof line?.qty === 'number' ? trucksNeeded(goods, line.qty) : undefined
  const note = line && marginNote(line)
  return (
    <li
      className={line && Object.keys(faults).length > 0 ? 'tk-goods tk-line-bad' : 'tk-goods'}
      aria-label={`货源 ${goods.goodsNo}`}
    >
      <Checkbox checked={line !== undefined} disabled={line === undefined && isFull} onChange={onToggle}>
        <strong title={`${goods.loadPlace} → ${goods.unloadPlace}`}>
          {siteOf(goods.loadPlace)} → {siteOf(goods.unloadPlace)}
        </strong>
      </Checkbox>
      <GoodsFacts {...{ goods, canPrice }} />
      {line && (
        <div className="ys-form-grid">
          <div>
            <DialogField isRequired label={`派单数量(${quantityModes[mode].unit})`}>
              {id => (
                <QuantityInput id={id} mode={mode} value={line.qty} onChange={qty => onChange({ ...line, qty })} />
              )}
            </DialogField>
            {faults['qty'] === undefined ? (
              trucks !== undefined && mode !== 'BY_TRUCK' && <span className="ys-weak">约需 {trucks} 车</span>
            ) : (
              <span className="ys-fault" role="alert">
                {faults['qty']}
              </span>
            )}
          </div>
          {canPrice && (
            <div>
              <DialogField label="承运单价">
                {id => (
                  <UnitPriceInput
                    id={id}
                    unit={pricings[goods.pricing].label}
                    value={line.price}
                    onChange={price => onChange({ ...line, price })}
                    placeholder="不填按货源承运价"
                  />
                )}
              </DialogField>
              {faults['carrierUnitPrice'] === undefined ? (
                note !== undefined && <span className="tk-warn">{note}</span>
              ) : (
                <span className="ys-fault" role="alert">
                  {faults['carrierUnitPrice']}
                </span>
              )}
            </div>
          )}
          {[faults['goodsId'], faults['']]
            .filter(fault => fault !== undefined)
            .map(fault => (
              <span key={fault} className="ys-fault ys-wide-item" role="alert">
                {fault}
              </span>
            ))}
        </div>
      )}
    </li>
  )
}
