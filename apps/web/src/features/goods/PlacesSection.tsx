// The places of loading and unloading: one to five each, side by side, with a button that swaps the two sides.
import { SwapOutlined } from '@ant-design/icons'
import type { BookEntry } from '@yunshu/contract/goods/book'
import { Button, type FormInstance } from 'antd'
import { use, useCallback } from 'react'
import { Section } from '../../ui/Facts.tsx'
import { FieldList } from '../../ui/form/Field.tsx'
import { useFormPick } from '../../ui/form/useFormPick.ts'
import { isWhole } from './bookPlaces.ts'
import { FoldsContext } from './folds.ts'
import { PlaceFields, sides, type Side } from './PlaceFields.tsx'
import type { GoodsDraft } from './publishForm.ts'

/** The most places on one side. @source contract/goods.ts */
const most = 5

interface PlacesProps {
  form: FormInstance
  /** Called after values were set by a button. */
  onSet: () => void
  /** Addresses of the book to choose from. */
  places?: readonly BookEntry[]
}

/** Something of a place is there, on either side: two empty sides have nothing to swap, and are one stop less of Tab. */
const hasPlace = ({ loadPoints = [], unloadPoints = [] }: GoodsDraft): boolean =>
  [...loadPoints, ...unloadPoints].some(place =>
    Object.values(place ?? {}).some(value => value !== undefined && value !== ''),
  )

export function PlacesSection({ form, onSet, places = [] }: PlacesProps) {
  const canSwap = useFormPick(form, hasPlace)
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
          disabled={!canSwap}
          onClick={swap}
        />
        <Places side="unloadPoints" form={form} onSet={onSet} places={places} />
      </div>
    </Section>
  )
}

function Places({ side, form, onSet, places = [] }: PlacesProps & { side: Side }) {
  const { text } = sides[side]
  const { folds } = use(FoldsContext)
  const endsWhole = useCallback((draft: GoodsDraft) => isWhole(draft[side]?.at(-1)), [side])
  const canAdd = useFormPick(form, endsWhole)
  return (
    <FieldList name={side} label={text} max={most} addText={`添加${text}`} blank={() => ({})} canAdd={!folds || canAdd}>
      {index => <PlaceFields side={side} index={index} form={form} onSet={onSet} places={places} />}
    </FieldList>
  )
}
