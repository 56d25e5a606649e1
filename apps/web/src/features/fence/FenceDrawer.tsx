// Drawing the circle of a place, or changing it: centre, radius, hours and whether it is on.
import { saveFence, type FencePlace } from '@yunshu/contract/fence/fence'
import type { LogLine } from '@yunshu/contract/goods/goods'
import { staleAfter } from '@yunshu/contract/topics'
import {
  fenceKinds,
  fenceLimits,
  fenceRadii,
  oldSlot,
  slotFaults,
  type Centre,
  type TimeSlot,
} from '@yunshu/domain/fence'
import { oldTimeSlotOptions } from '@yunshu/domain/optionLists'
import { Form, Select } from 'antd'
import { lazy, Suspense } from 'react'
import { toast } from '../../lib/toast.ts'
import { useSeen } from '../../ui/ChangesSince.tsx'
import { FlagInput } from '../../ui/fields/FlagInput.tsx'
import { isUnreadable, type Unreadable } from '../../ui/fields/unreadable.ts'
import { ChoiceSelect } from '../../ui/fields/KeySelect.tsx'
import { Field, FieldList } from '../../ui/form/Field.tsx'
import { FormDrawer } from '../../ui/form/FormPage.tsx'
import { Section } from '../../ui/Facts.tsx'
import { CentreInput } from './CentreInput.tsx'
import { FineNote } from './FineNote.tsx'
import { FromInput, ToInput, WeekdaysInput } from './slotInputs.tsx'

// the map comes when a circle is drawn, not with the page
const FenceMap = lazy(() => import('./FenceMap.tsx'))

const usualRadiusM = 500
const everyDay = [1, 2, 3, 4, 5, 6, 7]

interface Props {
  goodsId: string
  place: FencePlace
  /** The history of the goods' fences. */
  log: readonly LogLine[]
  onClose: () => void
}

export function FenceDrawer({ goodsId, place, log, onClose }: Props) {
  const { version, notice } = useSeen({ version: place.fence?.version ?? 0, log })
  const { kind, pointNo, name, regionName, address, fence } = place
  const [form] = Form.useForm()
  const radiusM = Form.useWatch('radius', form) as number | undefined
  const centre = Form.useWatch('centre', form) as Centre | Unreadable | undefined
  const isOn = (Form.useWatch('isOn', form) as boolean | undefined) ?? true
  const initial = fence
    ? { centre: fence.centre, radius: fence.radius, slots: fence.slots, isOn: fence.isOn }
    : { radius: usualRadiusM, slots: [], isOn: true }
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
      initial={initial}
      follows
      fixed={{ goodsId, kind, pointNo, ...(version === 0 ? {} : { version }) }}
      check={({ slots = [] }) => slotFaults(slots)}
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
      <Section title="圆">
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
            hint="经度在前，如 109.734567,38.285390；可从地图（高德、腾讯）复制后粘贴，按 GCJ-02 坐标"
          >
            <CentreInput />
          </Field>
          <Field name="radius">
            <ChoiceSelect options={fenceRadii} />
          </Field>
          <Field name="isOn">
            <FlagInput on="启用" off="停用" />
          </Field>
        </div>
        <FineNote radiusM={radiusM} />
      </Section>
      <SlotsSection onAddOld={addOldSlot} />
    </FormDrawer>
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
