// Drawing the fence of a place, or changing it: a circle or a polygon, hours and whether it is on.
import type { Input } from '@yunshu/contract/call'
import { saveFence, type FencePlace } from '@yunshu/contract/fence/fence'
import type { LogLine } from '@yunshu/contract/goods/goods'
import { staleAfter } from '@yunshu/contract/topics'
import {
  areaText,
  fenceKinds,
  fenceLimits,
  fenceRadii,
  fenceShapes,
  oldSlot,
  polygonFaultText,
  polygonLimits,
  slotFaults,
  type Centre,
  type TimeSlot,
} from '@yunshu/domain/fence'
import { oldTimeSlotOptions } from '@yunshu/domain/optionLists'
import { areaOf, polygonFault } from '@yunshu/track/polygon'
import { Form, Select, type FormInstance } from 'antd'
import { lazy, Suspense } from 'react'
import { toast } from '../../lib/toast.ts'
import { useSeen } from '../../ui/ChangesSince.tsx'
import { FlagInput } from '../../ui/fields/FlagInput.tsx'
import { isUnreadable, type Unreadable } from '../../ui/fields/unreadable.ts'
import { ChoiceSelect, KeySelect } from '../../ui/fields/KeySelect.tsx'
import { Field, FieldList } from '../../ui/form/Field.tsx'
import { FormDrawer } from '../../ui/form/FormPage.tsx'
import { Section } from '../../ui/Facts.tsx'
import { CentreInput } from './CentreInput.tsx'
import { CornersInput } from './CornersInput.tsx'
import { FineNote } from './FineNote.tsx'
import { FromInput, ToInput, WeekdaysInput } from './slotInputs.tsx'

// the map comes when a fence is drawn, not with the page
const FenceMap = lazy(() => import('./FenceMap.tsx'))
const PolygonMap = lazy(() => import('./PolygonMap.tsx'))

const usualRadiusM = 500
const everyDay = [1, 2, 3, 4, 5, 6, 7]

interface Props {
  goodsId: string
  place: FencePlace
  /** The history of the goods' fences. */
  log: readonly LogLine[]
  onClose: () => void
}

type Asked = Input<typeof saveFence>

/** The fields of the chosen shape alone. */
function onlyOfShape({ centre, radius, corners, ...rest }: Asked): Asked {
  if (rest.shape === 'polygon') return { ...rest, ...(corners ? { corners } : {}) }
  return { ...rest, ...(centre ? { centre } : {}), ...(radius === undefined ? {} : { radius }) }
}

function faultsOf({ corners, slots = [] }: Asked): Record<string, string> {
  const fault = corners && polygonFault(corners, polygonLimits)
  return { ...(fault ? { corners: polygonFaultText(fault) } : {}), ...slotFaults(slots) }
}

const initialOf = (fence: FencePlace['fence']) =>
  fence
    ? {
        ...(fence.corners
          ? { shape: 'polygon' as const, corners: fence.corners }
          : { shape: 'circle' as const, centre: fence.centre, radius: fence.radius }),
        slots: fence.slots,
        isOn: fence.isOn,
      }
    : { shape: 'circle' as const, radius: usualRadiusM, slots: [], isOn: true }

export function FenceDrawer({ goodsId, place, log, onClose }: Props) {
  const { version, notice } = useSeen({ version: place.fence?.version ?? 0, log })
  const { kind, pointNo, name, regionName, address, fence } = place
  const [form] = Form.useForm()
  const addOldSlot = (end: string | null): void => {
    const slots = (form.getFieldValue('slots') as TimeSlot[] | undefined) ?? []
    const option = oldTimeSlotOptions.find(({ value }) => value === end)
    if (option && slots.length < fenceLimits.slots) form.setFieldValue('slots', [...slots, oldSlot(option.value)])
  }
  return (
    <FormDrawer
      open
      form={form}
      call={saveFence}
      title={`${fence ? '修改' : '设置'}${fenceKinds[kind]}地围栏`}
      submitText="保存"
      initial={initialOf(fence)}
      follows
      fixed={{ goodsId, kind, pointNo, ...(version === 0 ? {} : { version }) }}
      toInput={onlyOfShape}
      check={faultsOf}
      invalidates={staleAfter('fence')}
      done={() => {
        toast.success('围栏已保存')
        onClose()
      }}
      onClose={onClose}
    >
      {notice}
      <p>
        <strong>{name}</strong>
        <br />
        <span className="ys-weak">
          {regionName} {address}
        </span>
      </p>
      <ShapeSection form={form} place={place} />
      <SlotsSection onAddOld={addOldSlot} />
    </FormDrawer>
  )
}

/** The chosen shape on its map and in its fields. */
function ShapeSection({ form, place: { name, fence } }: { form: FormInstance; place: FencePlace }) {
  const shape = (Form.useWatch('shape', form) as keyof typeof fenceShapes | undefined) ?? 'circle'
  const isOn = (Form.useWatch('isOn', form) as boolean | undefined) ?? true
  const drawn = { form, name, isOn, near: fence?.centre }
  return (
    <Section title="范围">
      <div className="ys-form-grid">
        <Field name="shape">
          <KeySelect table={fenceShapes} />
        </Field>
        <Field name="isOn">
          <FlagInput on="启用" off="停用" />
        </Field>
      </div>
      {shape === 'circle' ? <CircleFields {...drawn} /> : <PolygonFields {...drawn} />}
    </Section>
  )
}

interface ShapeProps {
  form: FormInstance
  name: string
  isOn: boolean
  near: Centre | undefined
}

function CircleFields({ form, name, isOn }: ShapeProps) {
  const radiusM = Form.useWatch('radius', form) as number | undefined
  const centre = Form.useWatch('centre', form) as Centre | Unreadable | undefined
  return (
    <>
      <Suspense fallback={<div className="fc-map" />}>
        <FenceMap
          centre={isUnreadable(centre) ? undefined : centre}
          radiusM={radiusM ?? usualRadiusM}
          isOn={isOn}
          name={name}
          onCentre={next => form.setFieldValue('centre', next)}
        />
      </Suspense>
      <p className="ys-weak">点地图定圆心，或拖动圆心；也可以在下面填写。</p>
      <div className="ys-form-grid">
        <Field
          name="centre"
          required
          hint="经度在前，如 109.734567,38.285390；可从地图（高德、腾讯）复制后粘贴，按 GCJ-02 坐标"
        >
          <CentreInput />
        </Field>
        <Field name="radius" required>
          <ChoiceSelect options={fenceRadii} />
        </Field>
      </div>
      <FineNote ground={radiusM === undefined ? undefined : { radiusM }} />
    </>
  )
}

function PolygonFields({ form, name, isOn, near }: ShapeProps) {
  const held = Form.useWatch('corners', form) as Centre[] | Unreadable | undefined
  const corners = isUnreadable(held) || !held ? [] : held
  const fault = corners.length < polygonLimits.corners[0] ? undefined : polygonFault(corners, polygonLimits)
  return (
    <>
      <Suspense fallback={<div className="fc-map" />}>
        <PolygonMap
          corners={corners}
          near={near}
          isOn={isOn}
          name={name}
          onCorners={next => form.setFieldValue('corners', next.length === 0 ? undefined : next)}
        />
      </Suspense>
      <p className="ys-weak">依次点地图画顶点，首尾自动相连；拖动实心点移动，拖动空心点加点；也可以在下面填写。</p>
      {fault && <output className="fc-fine">{polygonFaultText(fault)}</output>}
      {!fault && corners.length >= polygonLimits.corners[0] && (
        <output>
          {corners.length} 个顶点，面积 {areaText(areaOf(corners))}
        </output>
      )}
      <Field
        name="corners"
        required
        wide
        hint={`每行一个顶点，经度在前，按 GCJ-02 坐标；${polygonLimits.corners.join('–')} 个`}
      >
        <CornersInput />
      </Field>
      {!fault && corners.length >= polygonLimits.corners[0] && <FineNote ground={{ radiusM: 0, corners }} />}
    </>
  )
}

/** When the fence watches; slots of the former product can be added by their names. */
function SlotsSection({ onAddOld }: { onAddOld: (end: string | null) => void }) {
  return (
    <Section
      title="有效时段"
      extra={
        <Select
          aria-label="按旧式时段添加"
          placeholder="按旧式时段添加"
          value={null}
          style={{ width: 180 }}
          options={oldTimeSlotOptions.map(({ label, value }) => ({ label, value }))}
          onSelect={onAddOld}
        />
      }
    >
      <p className="ys-weak">不添加时段为全天有效；结束时间早于开始时间表示到次日。</p>
      <FieldList
        name="slots"
        label="时段"
        min={0}
        max={fenceLimits.slots}
        addText="添加时段"
        blank={() => ({ from: 8 * 60, to: 18 * 60, weekdays: everyDay })}
      >
        {() => (
          <>
            <Field name="from" label="开始">
              <FromInput />
            </Field>
            <Field name="to" label="结束">
              <ToInput />
            </Field>
            <Field name="weekdays" wide>
              <WeekdaysInput />
            </Field>
          </>
        )}
      </FieldList>
    </Section>
  )
}
