// The fences of goods: circles at each place, vehicles watched by them, and who changed what.
import {
  bindVehicles,
  getFences,
  saveFence,
  unbindVehicle,
  type BoundVehicle,
  type FencePlace,
} from '@yunshu/contract/fence/fence'
import { screenUrl } from '@yunshu/contract/screens/screens'
import { staleAfter } from '@yunshu/contract/topics'
import { labelOf, plateColours } from '@yunshu/domain/codes'
import { goodsStates } from '@yunshu/domain/goods/goods'
import { Popconfirm } from 'antd'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useParams } from 'react-router'
import { toast } from '../../lib/toast.ts'
import { useCall, useSend } from '../../lib/useCall.ts'
import { DetailPage } from '../../ui/DetailPage.tsx'
import { EmptySection, Section } from '../../ui/Facts.tsx'
import { textColumn, timeColumn, type Column } from '../../ui/list/column.tsx'
import { PageActions } from '../../ui/PageActions.tsx'
import { Hero } from '../../ui/record/Hero.tsx'
import { History } from '../../ui/record/History.tsx'
import { SimpleTable } from '../../ui/SimpleTable.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { BindDrawer } from './BindDrawer.tsx'
import { FenceDrawer } from './FenceDrawer.tsx'
import { PlaceCard } from './PlaceCard.tsx'
import { useAddressAct } from '../../ui/record/useAddressAct.ts'
import { Reopens } from '../../ui/form/Reopens.tsx'
import { useReopening } from '../../ui/form/useReopening.ts'
import './fence.css'

const ImportDialog = lazy(async () => ({
  default: (await import('../../parts/importing/ImportDialog.tsx')).ImportDialog,
}))

const usual: readonly Column<BoundVehicle>[] = [
  textColumn('plate', '车牌', row => row.plate, { width: 110 }),
  textColumn('plateColor', '颜色', row => labelOf(plateColours, row.plateColor), { width: 80 }),
  textColumn('carrierName', '承运商', row => row.carrierName, { width: 200 }),
  textColumn('waybillNo', '在途运单', row => row.waybillNo, { width: 170 }),
  timeColumn('boundAt', '绑定时间', row => row.boundAt),
  textColumn('boundName', '绑定人', row => `${row.boundName}（${row.byPublisher ? '货主' : '承运'}）`, { width: 120 }),
]
const past: readonly Column<BoundVehicle>[] = [
  ...usual.filter(({ key }) => key !== 'waybillNo'),
  timeColumn('unboundAt', '解绑时间', row => row.unboundAt),
  textColumn('unboundName', '解绑人', row => row.unboundName, { width: 120 }),
]
/** The act an address may ask for. */
const bindAct = 'bind'
const rowKey = ({ id }: BoundVehicle): string => id
/** From the first place of loading to the last of unloading. */
const routeOf = (places: readonly FencePlace[]): string =>
  [places.find(({ kind }) => kind === 'load'), places.findLast(({ kind }) => kind === 'unload')]
    .flatMap(place => (place ? [place.name] : []))
    .join(' → ')
const placeKey = ({ kind, pointNo }: FencePlace): string => `${kind}${pointNo}`

/** Screen CarrierGoodsBindVehicle. */
export default function CarrierGoodsBindVehiclePage() {
  const { goodsId = '' } = useParams()
  const answer = useCall(getFences, { goodsId }, { quiet: true })
  const [drawing, setDrawing] = useState<string>()
  const [isImporting, setImporting] = useState(false)

  const canBind = answer.data?.canBind ?? false
  const binding = useBinding(goodsId, answer.data)
  useReopening(
    ...(canBind ? [[binding.begin, bindVehicles, { goodsId }] as const] : []),
    ...(answer.data?.places ?? []).map(
      place =>
        [() => setDrawing(placeKey(place)), saveFence, { goodsId, kind: place.kind, pointNo: place.pointNo }] as const,
    ),
  )
  const drawn = answer.data?.places.find(place => placeKey(place) === drawing)
  const columns = useBoundColumns(canBind)
  return (
    <>
      <DetailPage
        answer={answer}
        title={({ goodsNo }) => `围栏车辆 ${goodsNo}`}
        hero={({ goodsNo, state, vehicles, places }) => (
          <Hero
            word="围栏车辆"
            unit="个"
            name={goodsNo}
            tag={<StatusTag machine={goodsStates} state={state} />}
            line={routeOf(places)}
            figure={{ value: String(vehicles.length), label: '绑定车辆(辆)' }}
            acts={
              <PageActions
                primary={canBind ? { label: '绑定车辆', onClick: binding.begin } : undefined}
                actions={[
                  ...(canBind ? [{ label: '导入车辆', onClick: () => setImporting(true) }] : []),
                  { label: '查看货源', to: screenUrl('GoodsDetails', { id: goodsId }) },
                ]}
              />
            }
          />
        )}
        rail={({ log }) => <History log={log} />}
      >
        {({ places, vehicles, past: ended, canDraw }) => (
          <>
            <BoundSection vehicles={vehicles} columns={columns} canBind={canBind} />
            <PlacesSection places={places} canDraw={canDraw} onDraw={setDrawing} />
            {ended.length > 0 && (
              <Section title="解绑记录">
                <SimpleTable title="解绑记录" rows={ended} columns={past} rowKey={rowKey} />
              </Section>
            )}
          </>
        )}
      </DetailPage>
      {drawn && (
        <Reopens by={() => setDrawing(drawing)}>
          <FenceDrawer
            goodsId={goodsId}
            place={drawn}
            log={answer.data?.log ?? []}
            onClose={() => setDrawing(undefined)}
          />
        </Reopens>
      )}
      {binding.isOpen && (
        <Reopens by={binding.begin}>
          <BindDrawer goodsId={goodsId} isShippers={answer.data?.canDraw ?? false} onClose={binding.end} />
        </Reopens>
      )}
      {isImporting && (
        <VehicleImport goodsId={goodsId} goodsNo={answer.data?.goodsNo} onClose={() => setImporting(false)} />
      )}
    </>
  )
}

/** The drawer of vehicles to bind, opened by its button or by the address. */
function useBinding(goodsId: string, fences: { readonly canBind: boolean } | undefined) {
  const [isOpen, setOpen] = useState(false)
  const { act, done } = useAddressAct(
    goodsId,
    fences && (fences.canBind ? [bindAct] : []),
    () => '现在不能绑定车辆：货源已结束，或没有权限',
  )
  return {
    isOpen: isOpen || act === bindAct,
    begin: () => setOpen(true),
    end: () => {
      setOpen(false)
      done()
    },
  }
}

interface VehicleImportProps {
  goodsId: string
  goodsNo: string | undefined
  onClose: () => void
}

/** Vehicles from a file. */
function VehicleImport({ goodsId, goodsNo, onClose }: VehicleImportProps) {
  return (
    <Suspense fallback={null}>
      <ImportDialog
        kind="fenceVehicles"
        targetId={goodsId}
        {...(goodsNo === undefined ? {} : { target: goodsNo })}
        invalidates={staleAfter('fence')}
        onClose={onClose}
      />
    </Suspense>
  )
}

interface PlacesSectionProps {
  places: readonly FencePlace[]
  canDraw: boolean
  onDraw: (place: string) => void
}

/** The places of the goods, each with its fence. */
function PlacesSection({ places, canDraw, onDraw }: PlacesSectionProps) {
  return (
    <Section title="装卸地围栏">
      <div className="fc-places">
        {places.map(place => (
          <PlaceCard key={placeKey(place)} place={place} canDraw={canDraw} onDraw={() => onDraw(placeKey(place))} />
        ))}
      </div>
      <p className="ys-weak">车辆到达装卸地按这里的围栏判断。</p>
    </Section>
  )
}

interface BoundSectionProps {
  vehicles: readonly BoundVehicle[]
  columns: readonly Column<BoundVehicle>[]
  canBind: boolean
}

/** The vehicles that are bound now. */
function BoundSection({ vehicles, columns, canBind }: BoundSectionProps) {
  if (vehicles.length === 0)
    return (
      <EmptySection
        title="绑定车辆"
        text={`还没有绑定车辆${canBind ? '：点“绑定车辆”选择要按围栏监控的，车辆多时可按车牌号导入' : ''}`}
      />
    )
  return (
    <Section title={`绑定车辆（${vehicles.length}）`}>
      <SimpleTable title="绑定车辆" rows={vehicles} columns={columns} rowKey={rowKey} />
    </Section>
  )
}

/** The columns of bound vehicles, with the act that ends a binding. */
function useBoundColumns(canBind: boolean): readonly Column<BoundVehicle>[] {
  const { run, isBusy } = useSend(unbindVehicle, {
    invalidates: staleAfter('fence'),
    done: () => toast.success('已解绑'),
  })
  return useMemo<readonly Column<BoundVehicle>[]>(
    () => [
      ...usual,
      ...(canBind
        ? [
            {
              key: 'actions',
              title: '操作',
              width: 80,
              render: ({ id, plate, canUnbind }: BoundVehicle) =>
                !canUnbind ? (
                  <span className="ys-weak" title="由货主或平台绑定，只能由货主或平台解绑">
                    货主绑定
                  </span>
                ) : (
                  <Popconfirm
                    title={`解绑 ${plate}？解绑后不再按围栏监控，记录保留`}
                    okText="解绑"
                    cancelText="取消"
                    okButtonProps={{ danger: true }}
                    onConfirm={() => {
                      void run({ id })
                    }}
                  >
                    <button type="button" className="ys-link ys-danger" disabled={isBusy} aria-label={`解绑 ${plate}`}>
                      解绑
                    </button>
                  </Popconfirm>
                ),
            },
          ]
        : []),
    ],
    [canBind, run, isBusy],
  )
}
