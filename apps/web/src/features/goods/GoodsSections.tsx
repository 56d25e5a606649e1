// All blocks of the form goods are published, ordered anew and changed with; which there are follows from the kind.
import type { GoodsKind } from '@yunshu/domain/goods/goods'
import type { FormInstance } from 'antd'
import { Section } from '../../ui/Facts.tsx'
import { Field } from '../../ui/form/Field.tsx'
import { useFormPick } from '../../ui/form/useFormPick.ts'
import { BasicSection, ShipperField } from './BasicSection.tsx'
import { Fold } from './Fold.tsx'
import { FoldStrip } from './FoldStrip.tsx'
import { ItemsSection } from './ItemsSection.tsx'
import { NeedSection } from './NeedSection.tsx'
import { OfferSection } from './OfferSection.tsx'
import { PayPlanInput } from './PayPlanInput.tsx'
import { PlacesSection } from './PlacesSection.tsx'
import { PriceStepsSection } from './PriceStepsSection.tsx'
import type { BookEntry } from '@yunshu/contract/goods/book'
import { PricingSection } from './PricingSection.tsx'
import { LossSection, PoundSection, ReceiptRuleSection } from './RuleSections.tsx'
import { TrunkSection } from './TrunkSection.tsx'
import { estimateGoods, type GoodsDraft } from './publishForm.ts'

const freightOf = (draft: GoodsDraft) => estimateGoods(draft).freight

function PlanSection({ form }: { form: FormInstance }) {
  const freight = useFormPick(form, freightOf)
  return (
    <Section title="支付方案">
      <Field name="payPlan" label="各项比例与账期" wide>
        <PayPlanInput estimate={freight} />
      </Field>
    </Section>
  )
}

interface GoodsSectionsProps {
  form: FormInstance
  kind: GoodsKind
  /** Called after values were set by a button. */
  onSet: () => void
  /** The platform publishes for a company it chooses. */
  picksShipper?: boolean
  /** The company the platform publishes for. */
  shipperId?: string | undefined
  /** The way of counting stays: the goods are published. */
  isModeFixed?: boolean
  /** Addresses of the book to choose from. */
  places?: readonly BookEntry[]
}

export function GoodsSections({
  form,
  kind,
  onSet,
  picksShipper = false,
  shipperId,
  isModeFixed = false,
  places = [],
}: GoodsSectionsProps) {
  const isBulk = kind === 'SH'
  return (
    <>
      {picksShipper && <ShipperField />}
      {kind === 'GX' && <TrunkSection form={form} />}
      <PlacesSection form={form} onSet={onSet} places={places} />
      <ItemsSection />
      <PricingSection form={form} onSet={onSet} kind={kind} isModeFixed={isModeFixed} />
      <FoldStrip form={form} />
      <Fold name="basic">
        <BasicSection />
      </Fold>
      <Fold name="need">
        <NeedSection />
      </Fold>
      <Fold name="steps">
        <PriceStepsSection form={form} />
      </Fold>
      <Fold name="plan">
        <PlanSection form={form} />
      </Fold>
      <Fold name="loss">
        <LossSection form={form} isBulk={isBulk} />
      </Fold>
      <Fold name="pound">
        <PoundSection isBulk={isBulk} />
      </Fold>
      <Fold name="receipt">
        <ReceiptRuleSection form={form} />
      </Fold>
      <Fold name="offer">
        <OfferSection form={form} shipperId={shipperId} />
      </Fold>
    </>
  )
}
