// The quantity, the way it is counted, and the price.
import { pricings, quantityModes, type GoodsKind, type Pricing, type QuantityMode } from '@yunshu/domain/goods/goods'
import { printTons, grams } from '@yunshu/domain/figures/weight'
import { Button, Form, type FormInstance } from 'antd'
import { use } from 'react'
import { QuantityInput, UnitPriceInput, WholeInput } from '../../ui/fields/FigureInput.tsx'
import { KeySelect } from '../../ui/fields/KeySelect.tsx'
import { Field } from '../../ui/form/Field.tsx'
import { useFormPick } from '../../ui/form/useFormPick.ts'
import { Section } from '../../ui/Facts.tsx'
import { FoldsContext } from './folds.ts'
import { PriceHint } from './PriceHint.tsx'
import { RareFields } from './Fold.tsx'
import { cargoTotals, type GoodsDraft } from './publishForm.ts'

/** The pricing most used with a way of counting. */
const usualPricing: Readonly<Record<QuantityMode, Pricing>> = {
  BY_TRUCK: 'PER_TRUCK',
  BY_TON: 'PER_TON',
  BY_M3: 'PER_M3',
  BY_PIECE: 'PER_TRUCK',
}

/** Bulk is counted by the ton alone; `isModeFixed`: the way of counting of published goods stays. */
export function PricingSection({
  form,
  onSet,
  kind = 'NORMAL',
  isModeFixed = false,
}: {
  form: FormInstance
  onSet: () => void
  kind?: GoodsKind
  isModeFixed?: boolean
}) {
  const isBulk = kind === 'SH'
  // goods that are changed have their price agreed
  const { folds } = use(FoldsContext)
  const mode = (Form.useWatch('quantityMode', form) as QuantityMode | undefined) ?? 'BY_TON'
  const pricing = (Form.useWatch('pricing', form) as Pricing | undefined) ?? 'PER_TON'
  // quantities of another unit mean something else: they are cleared rather than read anew
  const changeMode = (next: QuantityMode | undefined): void => {
    form.setFieldsValue({
      totalQty: undefined,
      perTruckMax: undefined,
      ...(next ? { pricing: usualPricing[next] } : {}),
    })
    onSet()
  }
  const keys = (Object.keys(pricings) as Pricing[]).filter(key => key !== 'PER_M3' || mode === 'BY_M3')
  return (
    <Section title="数量与计价">
      <div className="ys-form-grid">
        <Field name="quantityMode">
          <ModeSelect onPick={changeMode} disabled={isBulk || isModeFixed} />
        </Field>
        <Field name="totalQty" hint={mode === 'BY_TON' && <FromCargo form={form} onSet={onSet} />}>
          <QuantityInput
            key={mode}
            mode={mode}
            {...(mode === 'BY_TON' && folds ? { placeholder: '随货物重量带出' } : {})}
          />
        </Field>
        <Field name="pricing">
          <KeySelect table={pricings} keys={keys} placeholder="请选择" />
        </Field>
        <Field name="unitPrice" label="托运单价" hint={folds && <PriceHint form={form} />}>
          <UnitPriceInput unit={pricings[pricing].label} />
        </Field>
        <RareFields name="price" label="单车上限、运距" isWanted={isBulk || pricing === 'PER_KM'}>
          {mode !== 'BY_TRUCK' && (
            <Field
              name="perTruckMax"
              required={isBulk}
              hint={isBulk ? '每车最多装载的吨数' : '不填则由承运商按车辆载重安排'}
            >
              <QuantityInput key={mode} mode={mode} placeholder={isBulk ? '' : '不限'} />
            </Field>
          )}
          {isBulk && (
            <Field name="dailyTrucks" hint="每天最多派多少车，装卸能力有限时填写">
              <WholeInput unit="车" placeholder="不限" />
            </Field>
          )}
          <Field name="distanceKm" required={pricing === 'PER_KM'}>
            <WholeInput unit="公里" placeholder={pricing === 'PER_KM' ? '按公里计价须填写' : '可不填'} />
          </Field>
        </RareFields>
      </div>
    </Section>
  )
}

interface ModeSelectProps {
  onPick: (next: QuantityMode | undefined) => void
  value?: QuantityMode
  onChange?: (next: QuantityMode | undefined) => void
  id?: string
  disabled?: boolean
}

function ModeSelect({ onPick, onChange, value, ...rest }: ModeSelectProps) {
  const pick = (next: unknown): void => {
    const mode = Object.hasOwn(quantityModes, String(next)) ? (next as QuantityMode) : undefined
    onChange?.(mode)
    onPick(mode)
  }
  return (
    <KeySelect
      {...rest}
      {...(value === undefined ? {} : { value })}
      table={quantityModes}
      placeholder="请选择"
      onChange={pick}
    />
  )
}

/** The weight of the cargo lines where it is not the total. */
function untaken(draft: GoodsDraft): number | undefined {
  const { weight } = cargoTotals(draft)
  return weight === 0 || weight === draft.totalQty ? undefined : weight
}

/** Offers the weight of the cargo lines as the total. */
function FromCargo({ form, onSet }: { form: FormInstance; onSet: () => void }) {
  const weight = useFormPick(form, untaken)
  if (weight === undefined) return null
  return (
    <Button
      type="link"
      size="small"
      className="ys-link"
      onClick={() => {
        form.setFieldValue('totalQty', weight)
        onSet()
      }}
    >
      按货物合计填入 {printTons(grams(weight))} 吨
    </Button>
  )
}
