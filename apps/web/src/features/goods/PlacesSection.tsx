// The places of loading and unloading: one to five each, side by side, with a button that swaps the two sides.
import { SwapOutlined } from '@ant-design/icons'
import { Button, type FormInstance } from 'antd'
import { DateTimeInput } from '../../ui/fields/DateInput.tsx'
import { RegionPicker } from '../../ui/fields/RegionPicker.tsx'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import { Field, FieldList } from '../../ui/form/Field.tsx'
import { Section } from '../../ui/Facts.tsx'
import type { BookEntry } from '@yunshu/contract/goods/book'
import { PlaceFinder } from './PlaceFinder.tsx'
import type { PastedAddress } from './pastedAddress.ts'

/** The most places on one side. @source contract/goods.ts */
const most = 5
const sides = { loadPoints: { text: '装货地', word: '装货' }, unloadPoints: { text: '卸货地', word: '卸货' } } as const
type Side = keyof typeof sides

interface PlacesProps {
  form: FormInstance
  /** Called after values were set by a button. */
  onSet: () => void
  /** Addresses of the book to choose from. */
  places?: readonly BookEntry[]
}

export function PlacesSection({ form, onSet, places = [] }: PlacesProps) {
  const swap = (): void => {
    const [loads, unloads]: unknown[] = [form.getFieldValue('loadPoints'), form.getFieldValue('unloadPoints')]
    form.setFieldsValue({ loadPoints: unloads, unloadPoints: loads })
    onSet()
  }
  return (
    <Section title="装卸地点">
      <div className="gd-sides">
        <Places side="loadPoints" form={form} onSet={onSet} places={places} />
        <Button
          className="gd-swap"
          icon={<SwapOutlined />}
          aria-label="交换装货地与卸货地"
          title="交换装货地与卸货地"
          onClick={swap}
        />
        <Places side="unloadPoints" form={form} onSet={onSet} places={places} />
      </div>
    </Section>
  )
}

function Places({ side, form, onSet, places = [] }: PlacesProps & { side: Side }) {
  const { text, word } = sides[side]
  const fill = (index: number, found: PastedAddress & { name?: string }): void => {
    for (const [name, value] of Object.entries(found)) form.setFieldValue([side, index, name], value)
    // a place needs a name; pasted texts rarely have one
    if (found.name === undefined && found.address !== undefined && !form.getFieldValue([side, index, 'name']))
      form.setFieldValue([side, index, 'name'], found.address.slice(0, 60))
    onSet()
  }
  return (
    <FieldList name={side} label={text} max={most} addText={`添加${text}`} blank={() => ({})}>
      {index => (
        <>
          <PlaceFinder places={places} onFound={found => fill(index, found)} />
          <Field name="regionCode">
            <RegionPicker onPath={path => form.setFieldValue([side, index, 'regionName'], path)} />
          </Field>
          <Field name="name" label="地点名称">
            <TextInput max={60} placeholder="仓库、厂区、园区名称" />
          </Field>
          <Field name="address" wide>
            <TextInput max={256} placeholder="街道、门牌号" />
          </Field>
          <Field name="contact">
            <TextInput max={30} />
          </Field>
          <Field name="mobile">
            <TextInput max={11} />
          </Field>
          <Field name="windowStart" label={`${word}时间起`}>
            <DateTimeInput />
          </Field>
          <Field name="windowEnd" label={`${word}时间止`}>
            <DateTimeInput />
          </Field>
        </>
      )}
    </FieldList>
  )
}
