// The task vehicles are sent for: route, cargo and how much is left.
import type { AppointView } from '@yunshu/contract/task/task'
import { printQuantity } from '@yunshu/domain/goods/quantity'
import { formatDateTime } from '@yunshu/domain/figures/time'
import { Facts, Section } from '../../ui/Facts.tsx'
import { goodsUrl } from './offerColumns.tsx'

type Place = AppointView['loadPoints'][number]

const windowText = ({ windowStart, windowEnd }: Place): string =>
  windowStart === undefined && windowEnd === undefined
    ? ''
    : `（${[windowStart, windowEnd].map(ms => (ms === undefined ? '' : formatDateTime(ms).slice(5, 16))).join(' ～ ')}）`
const placesText = (places: readonly Place[]): string =>
  places.map(place => `${place.regionName} ${place.name} ${windowText(place)}`).join('；')

export function TaskCard({
  view: { task, loadPoints, unloadPoints, perTruckMax, trucksToday },
}: {
  view: AppointView
}) {
  const mode = task.quantityMode
  return (
    <Section title="任务">
      <Facts
        items={[
          [
            '货源号',
            <a key="goods" className="ys-link" href={goodsUrl(task.goodsId)}>
              {task.goodsNo}
            </a>,
          ],
          ['货主', task.shipperName],
          ['派单方', task.giverName === task.shipperName ? undefined : task.giverName],
          ['货物', task.itemNames],
          [
            '接单数量',
            <span key="qty" className="ys-figure">
              {printQuantity(mode, task.qty)}
            </span>,
          ],
          [
            '待派数量',
            <strong key="left" className="ys-figure">
              {printQuantity(mode, task.remainQty)}
            </strong>,
          ],
          ['单车上限', perTruckMax === undefined || mode === 'BY_TRUCK' ? undefined : printQuantity(mode, perTruckMax)],
          ['今日还可派', trucksToday === undefined ? undefined : `${trucksToday} 车`],
          ['备注', task.remark === '' ? undefined : task.remark, 'wide'],
          ['装货地', placesText(loadPoints), 'wide'],
          ['卸货地', placesText(unloadPoints), 'wide'],
        ]}
      />
    </Section>
  )
}
