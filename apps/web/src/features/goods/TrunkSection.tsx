// The trunk line goods ride on: its name, shift and departure, and the places it passes.
import { DateTimeInput } from '../../ui/fields/DateInput.tsx'
import { FlagInput } from '../../ui/fields/FlagInput.tsx'
import { RegionPicker } from '../../ui/fields/RegionPicker.tsx'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import { Field, FieldList } from '../../ui/form/Field.tsx'
import { Section } from '../../ui/Facts.tsx'
import type { FormInstance } from 'antd'

/** The most places a line passes. @source contract/goodsBlocks.ts */
const most = 10

export function TrunkSection({ form }: { form: FormInstance }) {
  return (
    <Section title="干线信息">
      <div className="ys-form-grid">
        <Field name={['gx', 'lineName']}>
          <TextInput max={60} placeholder="如 成都—上海" />
        </Field>
        <Field name={['gx', 'shiftNo']}>
          <TextInput max={20} placeholder="如 CD-SH-01" />
        </Field>
        <Field name={['gx', 'plannedDepartAt']}>
          <DateTimeInput />
        </Field>
        <Field name={['gx', 'dropAndHook']} hint="牵引车到站后换挂，挂车留站装卸">
          <FlagInput on="是" off="否" />
        </Field>
      </div>
      <FieldList name={['gx', 'via']} min={0} max={most} addText="添加途经点" blank={() => ({})}>
        {index => (
          <>
            <Field name="regionCode">
              <RegionPicker onPath={path => form.setFieldValue(['gx', 'via', index, 'regionName'], path)} />
            </Field>
            <Field name="name" label="站点名称">
              <TextInput max={60} placeholder="场站、分拨中心名称" />
            </Field>
            <Field name="plannedAt">
              <DateTimeInput />
            </Field>
          </>
        )}
      </FieldList>
    </Section>
  )
}
