// The dialog with which a carrier takes part of offered goods; used by the list of offers and by the page of goods.
import { getGoods, listOffers, takeGoods, type GoodsRow } from '@yunshu/contract/goods/goods'
import type { Output } from '@yunshu/contract/call'
import { screenUrl } from '@yunshu/contract/screens/screens'
import { taskListUrl } from '@yunshu/contract/task/task'
import { staleAfter } from '@yunshu/contract/topics'
import { type QuantityMode, pricings, quantityModes } from '@yunshu/domain/goods/goods'
import { checkTake, printQuantity, trucksNeeded } from '@yunshu/domain/goods/quantity'
import { Button, Modal } from 'antd'
import { useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useCan } from '../../lib/can.ts'
import { refreshCalls } from '../../lib/queryClient.ts'
import { useSend } from '../../lib/useCall.ts'
import { QuantityInput, type FieldProps } from '../../ui/fields/FigureInput.tsx'
import { isUnreadable } from '../../ui/fields/unreadable.ts'
import { UnitPriceText } from '../../ui/Figures.tsx'
import { firstQty, priceOf, remainOf } from './takeQty.ts'
import { useTyped } from '../../ui/form/useTyped.ts'
import { WriteDialog } from '../../ui/WriteDialog.tsx'

type Offer = Pick<
  GoodsRow,
  | 'id'
  | 'goodsNo'
  | 'loadPlace'
  | 'unloadPlace'
  | 'itemNames'
  | 'quantityMode'
  | 'remainQty'
  | 'perTruckMax'
  | 'pricing'
  | 'carrierUnitPrice'
>

interface Taking extends Readonly<Record<string, unknown>> {
  readonly qty: FieldProps<number>['value']
}

const shownByTake = staleAfter('goods', 'task')

/** The reason a quantity cannot be taken; undefined when it can. */
function qtyFault(mode: QuantityMode, remain: number, qty: FieldProps<number>['value']): string | undefined {
  if (isUnreadable(qty)) return qty.fault
  if (qty === undefined) return '请填写数量'
  return qty > remain ? `不能超过剩余数量 ${printQuantity(mode, remain)}` : checkTake(remain, qty)
}

function useQty(goods: Offer, title: string) {
  const first: Taking = { qty: firstQty(goods) }
  const { typed, type, draft } = useTyped({ call: takeGoods, fixed: { goodsId: goods.id }, title }, first)
  return { ...typed, setQty: (qty: Taking['qty']): void => type({ qty }), draft }
}

/**
 * Opens on `goods`; a person who comes too late is told the rest or the present price, and the figures in the dialog
 * follow.
 */
export function TakeDialog({ goods, onClose }: { goods: Offer; onClose: () => void }) {
  const { quantityMode: mode } = goods
  const [remain, setRemain] = useState(goods.remainQty)
  const [price, setPrice] = useState(goods.carrierUnitPrice)
  const title = `接单 ${goods.goodsNo}`
  const { qty, setQty, draft } = useQty(goods, title)
  const [taken, setTaken] = useState<Output<typeof takeGoods>>()
  const fieldId = useId()
  const isTaken = useRef(false)
  const goesOn = useRef(false)
  const navigate = useNavigate()
  const canAppoint = useCan('waybill.appoint')
  const { submit } = useSend(takeGoods, {
    quiet: true,
    invalidates: shownByTake,
    done: output => {
      if (goesOn.current) return void navigate(screenUrl('AppointWaybill', { id: output.taskId }))
      isTaken.current = true
      setTaken(output)
    },
  })
  const isOver = typeof qty === 'number' && qty > remain
  const fault = qtyFault(mode, remain, qty)
  const trucks = typeof qty === 'number' && fault === undefined ? trucksNeeded(goods, qty) : undefined
  const send = async (isGoing: boolean): Promise<void> => {
    goesOn.current = isGoing
    if (typeof qty !== 'number') return
    try {
      await submit({ goodsId: goods.id, qty, ...(price === undefined ? {} : { carrierUnitPrice: price }) })
    } catch (error) {
      const [left, newPrice] = [remainOf(error), priceOf(error)]
      if (left !== undefined) setRemain(left)
      if (newPrice !== undefined) setPrice(newPrice)
      if (left !== undefined || newPrice !== undefined) void refreshCalls(shownByTake.map(({ path }) => path))
      throw error
    }
  }
  if (taken) return <Taken taken={taken} goods={goods} onClose={onClose} />
  return (
    // after success the dialog turns into the result instead of closing
    <WriteDialog
      title={title}
      draft={draft}
      okText="确认接单"
      isReady={fault === undefined && remain > 0}
      onSend={() => send(false)}
      also={canAppoint ? { okText: '接单并派车', onSend: () => send(true) } : undefined}
      onClose={() => {
        if (!isTaken.current) onClose()
      }}
      onReload={() => void refreshCalls([getGoods.path, listOffers.path])}
    >
      <Offered goods={goods} remain={remain} />
      {price !== undefined && (
        <p>
          承运单价 <UnitPriceText value={price} /> {pricings[goods.pricing].label}
        </p>
      )}
      <div className="ys-field">
        <label htmlFor={fieldId}>接单数量({quantityModes[mode].unit})</label>
        <QuantityInput id={fieldId} mode={mode} value={qty} onChange={setQty} />
        {fault && (
          <span className="ys-fault" role="alert">
            {fault}
          </span>
        )}
        {isOver && remain > 0 && (
          <Button size="small" style={{ justifySelf: 'start' }} onClick={() => setQty(remain)}>
            改为剩余 {printQuantity(mode, remain)}
          </Button>
        )}
        {trucks !== undefined && mode !== 'BY_TRUCK' && <span className="ys-weak">约需 {trucks} 车</span>}
      </div>
    </WriteDialog>
  )
}

/** The road, the cargo and what is left of it. */
function Offered({ goods, remain }: { goods: Offer; remain: number }) {
  const { quantityMode: mode, loadPlace, unloadPlace, itemNames, perTruckMax } = goods
  return (
    <>
      <p>
        {loadPlace} → {unloadPlace}
        <br />
        <span className="ys-weak">{itemNames}</span>
      </p>
      <p>
        剩余 <strong className="ys-figure">{printQuantity(mode, remain)}</strong>
        {perTruckMax !== undefined && mode !== 'BY_TRUCK' && (
          <span className="ys-weak">　单车上限 {printQuantity(mode, perTruckMax)}</span>
        )}
      </p>
    </>
  )
}

function Taken({ taken, goods, onClose }: { taken: Output<typeof takeGoods>; goods: Offer; onClose: () => void }) {
  return (
    <Modal open title="已接单" footer={null} onCancel={onClose}>
      <p>
        任务 <strong>{taken.taskNo}</strong> 已生成，货源剩余 {printQuantity(goods.quantityMode, taken.remainQty)}。
      </p>
      <p>
        <a className="ys-link" href={screenUrl('AppointWaybill', { id: taken.taskId })} onClick={onClose}>
          现在派车
        </a>
        {'　'}
        <a className="ys-link" href={taskListUrl('tasks')} onClick={onClose}>
          查看我的任务
        </a>
      </p>
    </Modal>
  )
}
