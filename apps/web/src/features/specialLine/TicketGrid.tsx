// The tickets of a special line as rows of fields: a sheet on a desk, cards on a phone, and no mouse needed.
import { parseYuan, printYuan, type Fen } from '@yunshu/domain/figures/money'
import { specialPayModes } from '@yunshu/domain/specialLine'
import { parseVolume, printVolume, volume } from '@yunshu/domain/figures/volume'
import { parseKg, printKg, type Grams } from '@yunshu/domain/figures/weight'
import { useEffect, useRef } from 'react'
import { FigureInput, WholeInput, type FieldProps } from '../../ui/fields/FigureInput.tsx'
import { KeySelect } from '../../ui/fields/KeySelect.tsx'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import { Field, FieldList } from '../../ui/form/Field.tsx'
import { neighbourRow } from './gridKeys.ts'

// units stand in the headings: the cells are narrow
/** Small consignments are weighed in kilograms. */
const KgInput = (props: FieldProps<Grams>) => (
  <FigureInput {...props} read={parseKg} print={printKg} fault="重量格式不正确，以公斤为单位，最多三位小数" />
)

const CubicInput = (props: FieldProps<number>) => (
  <FigureInput
    {...props}
    read={(text: string): number | undefined => parseVolume(text)}
    print={value => printVolume(volume(value))}
    fault="体积格式不正确，最多四位小数"
  />
)
const YuanInput = (props: FieldProps<Fen>) => (
  <FigureInput {...props} read={parseYuan} print={printYuan} fault="金额格式不正确，最多两位小数" />
)

/**
 * Listens to a grid of rows: Enter and the arrows walk along a column, Enter in the last row adds one. An open list of
 * choices keeps its own keys.
 */
function walkByKeys(grid: HTMLElement): () => void {
  const rows = (): HTMLElement[] => [...grid.querySelectorAll<HTMLElement>('.ys-field-row')]
  const focusIn = (row: HTMLElement | undefined, column: number): void =>
    row?.querySelectorAll('input')[column]?.focus()
  const onKeyDown = (event: KeyboardEvent): void => {
    const { target } = event
    if (
      !(target instanceof HTMLInputElement) ||
      target.getAttribute('role') === 'combobox' ||
      event.ctrlKey ||
      event.metaKey ||
      event.isComposing
    )
      return
    const all = rows()
    const row = all.findIndex(each => each.contains(target))
    const step = neighbourRow(event.key, row, all.length)
    if (row < 0 || step === undefined) return
    event.preventDefault()
    const column = [...(all[row]?.querySelectorAll('input') ?? [])].indexOf(target)
    if (step !== 'new') return focusIn(all[step], column)
    grid.querySelector<HTMLButtonElement>('.ant-btn-dashed')?.click()
    requestAnimationFrame(() => {
      const made = rows()
      if (made.length > all.length) focusIn(made.at(-1), 0)
    })
  }
  grid.addEventListener('keydown', onKeyDown)
  return () => grid.removeEventListener('keydown', onKeyDown)
}

/** All tickets that may be changed. */
export function TicketGrid({ max }: { max: number }) {
  const grid = useRef<HTMLDivElement>(null)
  useEffect(() => (grid.current ? walkByKeys(grid.current) : undefined), [])
  return (
    <div ref={grid} className="sl-grid">
      <FieldList
        name="tickets"
        label="票"
        min={0}
        max={max}
        addText="添加一票"
        blank={() => ({ payMode: 'CASH' as const })}
      >
        {() => (
          <>
            <Field name="ticketNo" label="票号">
              <TextInput max={35} bare />
            </Field>
            <Field name="consignee">
              <TextInput max={30} bare />
            </Field>
            <Field name="mobile">
              <TextInput max={11} bare />
            </Field>
            <Field name="address">
              <TextInput max={120} bare />
            </Field>
            <Field name="itemName">
              <TextInput max={60} bare />
            </Field>
            <Field name="pieces">
              <WholeInput />
            </Field>
            <Field name="weightG" label="重量(公斤)">
              <KgInput />
            </Field>
            <Field name="volume" label="体积(方)">
              <CubicInput />
            </Field>
            <Field name="pickupFee" label="提货费(元)">
              <YuanInput />
            </Field>
            <Field name="freightFee" label="运费(元)">
              <YuanInput />
            </Field>
            <Field name="deliverFee" label="送货费(元)">
              <YuanInput />
            </Field>
            <Field name="codAmount" label="代收货款(元)">
              <YuanInput />
            </Field>
            <Field name="payMode">
              <KeySelect table={specialPayModes} placeholder="请选择" />
            </Field>
          </>
        )}
      </FieldList>
    </div>
  )
}
