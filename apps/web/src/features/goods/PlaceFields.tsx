// One place of loading or unloading: a box that finds it, then a card that says it, and its fields while it is worked on.
import type { BookEntry } from '@yunshu/contract/goods/book'
import { windowText } from '@yunshu/domain/goods/words'
import type { FormInstance } from 'antd'
import { use, useCallback } from 'react'
import { DateTimeInput } from '../../ui/fields/DateInput.tsx'
import { RegionPicker } from '../../ui/fields/RegionPicker.tsx'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import { Field, Mark } from '../../ui/form/Field.tsx'
import { FieldMarks, type FieldMark } from '../../ui/form/fieldMarks.ts'
import { useFormPick } from '../../ui/form/useFormPick.ts'
import { DatedText } from '../../ui/DatedText.tsx'
import { Toolbar } from '../../ui/Toolbar.tsx'
import { isWhole, placeOfDraft } from './bookPlaces.ts'
import { FoldsContext } from './folds.ts'
import type { PastedAddress } from './pastedAddress.ts'
import { PlaceFinder } from './PlaceFinder.tsx'
import type { GoodsDraft } from './publishForm.ts'

export const sides = {
  loadPoints: { text: '装货地', word: '装货' },
  unloadPoints: { text: '卸货地', word: '卸货' },
} as const
export type Side = keyof typeof sides
type Place = NonNullable<GoodsDraft['loadPoints']>[number]

interface PlaceFieldsProps {
  side: Side
  index: number
  form: FormInstance
  /** Called after values were set by a button. */
  onSet: () => void
  /** Addresses of the book to choose from. */
  places: readonly BookEntry[]
}

export function PlaceFields({ side, index, form, onSet, places }: PlaceFieldsProps) {
  const { folds, isOpen, toggle } = use(FoldsContext)
  const key = `${side}.${index}`
  // the place while all of it is there: what is missing yet draws no card
  const card = useCallback(
    (draft: GoodsDraft) => {
      const place = draft[side]?.[index]
      return isWhole(place) ? place : undefined
    },
    [side, index],
  )
  const place = useFormPick(form, card)
  const { text, word } = sides[side]
  const marks = [...use(FieldMarks)].flatMap(([path, mark]) => (path.startsWith(`${key}.`) ? [mark] : []))
  const isFolded = folds && !isOpen(key)
  const fill = (found: PastedAddress & { name?: string }): void => {
    for (const [name, value] of Object.entries(found)) form.setFieldValue([side, index, name], value)
    // a place needs a name; pasted texts rarely have one
    if (found.name === undefined && found.address !== undefined && !form.getFieldValue([side, index, 'name']))
      form.setFieldValue([side, index, 'name'], found.address.slice(0, 60))
    // facts the text did not say are asked for
    if (!placeOfDraft(form.getFieldValue([side, index]) as NonNullable<Place>)) toggle(key, true)
    onSet()
  }
  const clear = (): void => {
    form.setFieldValue([side, index], {})
    onSet()
  }
  const edit = { key: 'edit', text: place ? '修改与时间' : '手工填写', press: () => toggle(key, true) }
  return (
    <>
      {isFolded && place && <PlaceText place={place} marks={marks} />}
      {!(isFolded && place) && <PlaceFinder places={places} onFound={fill} />}
      {folds && (
        <div className="ys-wide-item">
          <Toolbar
            label={`${text} ${index + 1}`}
            items={
              isFolded
                ? [edit, ...(place ? [{ key: 'other', text: '换地址', press: clear }] : [])]
                : [{ key: 'close', text: '收起', press: () => toggle(key, false) }]
            }
          />
        </div>
      )}
      <div className="gd-place-fields" hidden={isFolded}>
        <Inputs side={side} index={index} form={form} word={word} />
      </div>
    </>
  )
}

interface InputsProps extends Pick<PlaceFieldsProps, 'side' | 'index' | 'form'> {
  word: string
}

function Inputs({ side, index, form, word }: InputsProps) {
  return (
    <>
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
  )
}

/** A whole place in three lines. */
function PlaceText({ place, marks }: { place: NonNullable<Place>; marks: readonly FieldMark[] }) {
  const { windowStart, windowEnd } = place
  const window = windowText({
    windowStart: typeof windowStart === 'number' ? windowStart : undefined,
    windowEnd: typeof windowEnd === 'number' ? windowEnd : undefined,
  })
  return (
    <div className="gd-place-text">
      <strong>{place.name}</strong>
      <span>
        <span>{place.regionName}</span> <span>{place.address}</span>
      </span>
      <span className="ys-weak">
        {place.contact} {place.mobile}　<DatedText text={window ?? '时间不限'} />
      </span>
      {marks.map(mark => (
        <Mark key={mark.mark} {...mark} />
      ))}
    </div>
  )
}
