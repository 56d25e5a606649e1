// The content of the publishing form: quick ways to fill it, its sections with their faults, and the summary.
import type { GoodsKind } from '@yunshu/domain/goods/goods'
import type { FormInstance } from 'antd'
import { useState } from 'react'
import type { Suggestion } from './chatFill.ts'
import { serverNow } from '../../lib/clock.ts'
import { FoldsContext, foldsOf } from './folds.ts'
import { GoodsSections } from './GoodsSections.tsx'
import type { GoodsDraft } from './publishForm.ts'
import { PublishSummary } from './PublishSummary.tsx'
import { QuickBar } from './QuickBar.tsx'
import { SectionRail } from './SectionRail.tsx'
import { Suggested } from './Suggested.tsx'
import { useBook } from './useBook.ts'
import type { useFolds } from './useFolds.ts'

interface PublishBodyProps {
  form: FormInstance
  kind: GoodsKind
  folding: ReturnType<typeof useFolds>
  /** The platform says for whom. */
  isPlatform: boolean
  shipperId: string | undefined
  /** Called after values were set by a button. */
  onSet: () => void
}

export function PublishBody({ form, kind, folding, isPlatform, shipperId, onSet }: PublishBodyProps) {
  const { folds, openFaults, jump } = folding
  const isFor = !isPlatform || shipperId !== undefined
  const book = useBook(shipperId, isFor)
  const [suggestions, setSuggestions] = useState<readonly Suggestion[]>([])
  const suggest = (next: readonly Suggestion[]): void => {
    for (const { path, value } of next) form.setFieldValue([...path], value)
    setSuggestions(next)
    openFaults(next.map(({ path }) => path.join('.')))
    onSet()
  }
  const fillWhole = (draft: GoodsDraft, marks: readonly Suggestion[]): void => {
    const { shipperId: _own, ...held } = form.getFieldsValue(true) as GoodsDraft
    // what the template does not hold is empty
    form.setFieldsValue({ ...Object.fromEntries(Object.keys(held).map(name => [name, undefined])), ...draft })
    setSuggestions(marks)
    openFaults(marks.map(({ path }) => path.join('.')))
    for (const key of foldsOf(draft, kind, serverNow(), [])) folds.toggle(key, true)
    onSet()
  }
  return (
    <>
      <QuickBar
        form={form}
        book={book}
        kind={kind}
        shipperId={shipperId}
        isFor={isFor}
        onSuggest={suggest}
        onTemplate={fillWhole}
        onSet={onSet}
      />
      <SectionRail form={form} kind={kind} picksShipper={isPlatform} onJump={jump} />
      <FoldsContext value={folds}>
        <Suggested form={form} suggestions={suggestions} onAccept={() => setSuggestions([])}>
          <GoodsSections
            form={form}
            kind={kind}
            onSet={onSet}
            picksShipper={isPlatform}
            shipperId={isPlatform ? shipperId : undefined}
            places={book.places}
          />
        </Suggested>
        <PublishSummary form={form} />
      </FoldsContext>
    </>
  )
}
