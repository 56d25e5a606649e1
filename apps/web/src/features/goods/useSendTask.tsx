// Sending a task of goods: the carrier is chosen first, then its own page takes over.
import { getCarrierSearch } from '@yunshu/contract/relation/relation'
import { screenUrl } from '@yunshu/contract/screens/screens'
import { openGoodsStates, type GoodsState } from '@yunshu/domain/goods/goods'
import { Modal } from 'antd'
import { useCallback, useState, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { canAll } from '../../lib/can.ts'
import { useCall } from '../../lib/useCall.ts'
import { ChoiceSelect } from '../../ui/fields/KeySelect.tsx'
import { isUnreadable } from '../../ui/fields/unreadable.ts'
import { DialogField } from '../../ui/WriteDialog.tsx'

interface Sent {
  readonly id: string
  readonly goodsNo: string
  readonly shipperId: string
}

/** Goods of which part can still be sent to carriers. */
export const isSendable = (goods: { state: GoodsState; remainQty: number }): boolean =>
  goods.remainQty > 0 && openGoodsStates.some(state => state === goods.state)

/** `send` asks for the carrier, undefined without the permit; draw `dialog` in the page. */
export function useSendTask(): { send: ((goods: Sent) => void) | undefined; dialog: ReactNode } {
  const [goods, setGoods] = useState<Sent>()
  // the carrier is chosen among partners
  const canSend = canAll(['task.send', 'relation.view'])
  const send = useCallback((next: Sent) => setGoods(next), [])
  return {
    send: canSend ? send : undefined,
    dialog: goods && <CarrierDialog goods={goods} onClose={() => setGoods(undefined)} />,
  }
}

function CarrierDialog({ goods, onClose }: { goods: Sent; onClose: () => void }) {
  const navigate = useNavigate()
  const [carrierId, setCarrierId] = useState<string>()
  const { data, isFetching, error } = useCall(getCarrierSearch, { companyId: goods.shipperId }, { quiet: true })
  const go = (): void => {
    if (carrierId === undefined) return
    onClose()
    void navigate(`${screenUrl('TaskPublish', { carrierId })}?${new URLSearchParams({ goodsId: goods.id }).toString()}`)
  }
  return (
    <Modal
      open
      title={`派任务 ${goods.goodsNo}`}
      okText="下一步"
      cancelText="返回"
      okButtonProps={{ disabled: carrierId === undefined }}
      onOk={go}
      onCancel={onClose}
    >
      <DialogField label="派给哪家承运商">
        {id => (
          <ChoiceSelect
            id={id}
            placeholder={isFetching ? '正在加载…' : '请选择合作承运商'}
            options={(data?.rows ?? []).map(row => ({ value: row.companyId, label: row.name }))}
            {...(carrierId === undefined ? {} : { value: carrierId })}
            onChange={next => setCarrierId(isUnreadable(next) ? undefined : next)}
          />
        )}
      </DialogField>
      {error && (
        <p className="ys-fault" role="alert">
          承运商加载失败：{error.message}
        </p>
      )}
      {data?.rows.length === 0 && <p className="ys-weak">还没有合作中的承运商，请先邀请</p>}
    </Modal>
  )
}
