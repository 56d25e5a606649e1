// Choosing vehicles to watch, several at once: found by plate, or those on the way with these goods.
import { bindVehicles, listFenceVehicles, type FenceVehicle } from '@yunshu/contract/fence/fence'
import { staleAfter } from '@yunshu/contract/topics'
import { labelOf, plateColours } from '@yunshu/domain/codes'
import { fenceLimits } from '@yunshu/domain/fence'
import { Button, Checkbox, Drawer, Input } from 'antd'
import { useState } from 'react'
import { useMobile } from '../../lib/useMobile.ts'
import { toast } from '../../lib/toast.ts'
import { usePages, useSend } from '../../lib/useCall.ts'
import { useReopen } from '../../ui/form/Reopens.tsx'
import { useLeaving } from '../../ui/form/useLeaving.tsx'
import { useTyped } from '../../ui/form/useTyped.ts'
import { EmptyState, ErrorState, Skeleton } from '../../ui/States.tsx'
import { Tag } from '../../ui/StatusTag.tsx'

interface Props {
  goodsId: string
  /** The person stands on the side that published the goods: vehicles are those of carriers that took part of them. */
  isShippers: boolean
  onClose: () => void
}

interface Chosen extends Readonly<Record<string, unknown>> {
  readonly vehicles: readonly Pick<FenceVehicle, 'id' | 'plate'>[]
}
const noneChosen: Chosen = { vehicles: [] }

/** The vehicles chosen so far, plates by id, as a draft of these goods. */
function useChosenVehicles(goodsId: string) {
  const { typed, type, draft } = useTyped({ call: bindVehicles, fixed: { goodsId }, title: '绑定车辆' }, noneChosen)
  const chosen: ReadonlyMap<string, string> = new Map(typed.vehicles.map(({ id, plate }) => [id, plate]))
  const toggle = ({ id, plate }: FenceVehicle): void =>
    type({
      vehicles: chosen.has(id) ? typed.vehicles.filter(each => each.id !== id) : [...typed.vehicles, { id, plate }],
    })
  return { chosen, toggle, draft }
}

/** Chosen vehicles stay chosen while one looks for others. */
export function BindDrawer({ goodsId, isShippers, onClose }: Props) {
  const isMobile = useMobile()
  const [sought, setSought] = useState('')
  const [text, setText] = useState('')
  const [onWaybill, setOnWaybill] = useState(false)
  const { chosen, toggle, draft } = useChosenVehicles(goodsId)
  const { leave, question } = useLeaving(draft.park, onClose, useReopen())
  const pages = usePages(listFenceVehicles, {
    goodsId,
    ...(text === '' ? {} : { text }),
    ...(onWaybill ? { onWaybill } : {}),
  })
  const { run, isBusy } = useSend(bindVehicles, {
    invalidates: staleAfter('fence'),
    done: ({ bound }) => {
      draft.forget()
      toast.success(`已绑定 ${bound} 辆`)
      onClose()
    },
  })
  const isAll = text === '' && !onWaybill
  const isFull = chosen.size >= fenceLimits.perBind
  return (
    <Drawer
      open
      title="绑定车辆"
      size={isMobile ? '100%' : 560}
      onClose={leave}
      mask={{ closable: false }}
      footer={
        <div className="ys-page-foot">
          <span className="fc-chosen">
            {chosen.size === 0 ? '请选择车辆' : `已选 ${chosen.size} 辆：${[...chosen.values()].join('、')}`}
          </span>
          <Button onClick={leave}>取消</Button>
          <Button
            type="primary"
            disabled={chosen.size === 0}
            loading={isBusy}
            onClick={() => {
              void run({ goodsId, vehicleIds: [...chosen.keys()] })
            }}
          >
            绑定{chosen.size > 0 ? ` ${chosen.size} 辆` : ''}
          </Button>
        </div>
      }
    >
      {draft.notice}
      <div className="fc-find">
        <Input.Search
          allowClear
          enterButton="查找"
          placeholder="车牌号或承运商"
          aria-label="车牌号或承运商"
          maxLength={40}
          value={sought}
          onChange={({ target }) => setSought(target.value)}
          onSearch={next => setText(next.trim())}
        />
        <Checkbox checked={onWaybill} onChange={({ target }) => setOnWaybill(target.checked)}>
          仅看本货源在途车辆
        </Checkbox>
        {pages.rows.some(({ isCarriers }) => isCarriers) && (
          <p className="ys-weak">承运商自行绑定的车辆也可选择：改由货主方绑定后，承运商不能再解绑。</p>
        )}
      </div>
      <Offered pages={pages} isAll={isAll} isShippers={isShippers} chosen={chosen} isFull={isFull} onToggle={toggle} />
      {pages.hasMore && (
        <Button block loading={pages.isLoadingMore} onClick={pages.more}>
          加载更多
        </Button>
      )}
      {isFull && <output className="ys-weak">一次最多绑定 {fenceLimits.perBind} 辆</output>}
      {question}
    </Drawer>
  )
}

interface OfferedProps {
  pages: ReturnType<typeof usePages<typeof listFenceVehicles>>
  isAll: boolean
  isShippers: boolean
  chosen: ReadonlyMap<string, string>
  isFull: boolean
  onToggle: (vehicle: FenceVehicle) => void
}

/** The vehicles that can be bound, as far as they are loaded. */
function Offered({ pages, isAll, isShippers, chosen, isFull, onToggle }: OfferedProps) {
  return (
    <>
      {pages.error && pages.rows.length === 0 ? (
        <ErrorState error={pages.error} retry={() => void pages.restart()} />
      ) : pages.isFirstLoad ? (
        <Skeleton lines={8} />
      ) : pages.rows.length === 0 ? (
        <EmptyState text={isAll ? '没有可绑定的车辆' : '没有符合条件的车辆'}>
          {isAll && <p>{isShippers ? '承运商接单后，可在这里绑定其车辆。' : '请先在“车辆管理”登记车辆。'}</p>}
        </EmptyState>
      ) : (
        <ul className="fc-vehicles">
          {pages.rows.map(vehicle => (
            <Vehicle
              key={vehicle.id}
              vehicle={vehicle}
              isChosen={chosen.has(vehicle.id)}
              isFull={isFull}
              onToggle={() => onToggle(vehicle)}
            />
          ))}
        </ul>
      )}
    </>
  )
}

function Vehicle({
  vehicle,
  isChosen,
  isFull,
  onToggle,
}: {
  vehicle: FenceVehicle
  isChosen: boolean
  isFull: boolean
  onToggle: () => void
}) {
  const { plate, plateColor, carrierName, waybillNo, isBound, isCarriers } = vehicle
  return (
    <li>
      <Checkbox checked={isChosen || isBound} disabled={isBound || (isFull && !isChosen)} onChange={onToggle}>
        <strong>{plate}</strong>{' '}
        <span className="ys-weak">
          {labelOf(plateColours, plateColor)}　{carrierName}
        </span>
      </Checkbox>
      {waybillNo !== undefined && <Tag tone="busy">{`在途 ${waybillNo}`}</Tag>}
      {isBound && <Tag tone="good">已绑定</Tag>}
      {isCarriers && <Tag tone="warn">承运商绑定</Tag>}
    </li>
  )
}
