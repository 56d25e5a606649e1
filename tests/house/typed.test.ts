// Typed values that were not sent are drafts: no form keeps them only in the state of its component.
import { expect, test } from 'vitest'
import { productFiles, textOf } from './sources.ts'

const web = productFiles.filter(file => file.startsWith('apps/web/src/'))

/** Fields people type into or tick. */
const field =
  /<(?:(?:\w*(?:TextInput|MoneyInput|QuantityInput|WeightInput|UnitPriceInput|DateInput|DateTimeInput|PercentInput|InputNumber|ReasonField|TickInput|Switch|Checkbox)|Input)(?=[\s>])|Input\.TextArea)/
/** A write, or a window that can be closed with what stands in it. */
const act = /\buseSend\(|\bonSend\b|<(?:Modal|Drawer|WriteDialog)\b/
/** The ways to a draft; pages of lists, whose fields filter; and a question before it is lost. */
const kept = /\buseTyped\(|<CallForm|<FormDrawer|<FormPage|\bdraft=\{|useLeaving\(|\bQueryField\b/

/** Files whose fields need no draft, each with its reason. */
const free: Readonly<Record<string, string>> = {
  'apps/web/src/parts/settlement/PayDialog.tsx': 'a tick that answers for an amount',
  'apps/web/src/parts/batch/BatchConfirm.tsx': 'the code of the second factor',
  'apps/web/src/features/voucher/PostingTrialDrawer.tsx': 'a trial, which writes nothing',
  'apps/web/src/features/voucher/VoucherPatterns.tsx': 'the name of a pattern made of a voucher that is a draft itself',
  'apps/web/src/features/task/TaskPublishPage.tsx': 'a search; the terms are kept by useSending',
  'apps/web/src/features/staff/WhyDrawer.tsx': 'a search',
  'apps/web/src/features/debt/AgingDrawer.tsx': 'a search',
  'apps/web/src/app/help/HelpSheet.tsx': 'a switch that acts at once',
}

test('a component with fields of its own and a write or a window around them keeps what is typed as a draft', () => {
  const loose = web.filter(file => act.test(textOf(file)) && field.test(textOf(file)) && !kept.test(textOf(file)))
  expect(loose.toSorted()).toEqual(Object.keys(free).toSorted())
})

/** Files that say themselves that a tab holds input, each with its reason. */
const dirty: Readonly<Record<string, string>> = {
  'apps/web/src/lib/dirty.ts': 'its home',
  'apps/web/src/ui/form/useFormDraft.tsx': 'the draft of forms and dialogs',
  'apps/web/src/features/goods/PublishForm.tsx': 'a draft of its own',
  'apps/web/src/features/backfill/BackfillSheet.tsx': 'a draft of its own',
  'apps/web/src/features/goods/ChatDialog.tsx': 'a pasted message, which no draft holds (decision 062): leaving asks',
  'apps/web/src/features/settlement/MakeBar.tsx': 'ticks of rows, which are read anew',
  'apps/web/src/features/settlement/MakeGroupsDialog.tsx': 'a run that is under way',
}

test('input that only the browser’s own question guards is named with its reason', () => {
  const asking = web.filter(file => /\buseDirty\(/.test(textOf(file)))
  expect(asking.toSorted()).toEqual(Object.keys(dirty).toSorted())
})
