// The content of the publishing form: quick ways to fill it, its sections with their faults, and the summary.
import type { GoodsKind } from '@yunshu/domain/goods/goods'
import type { FormInstance } from 'antd'
import { useState } from 'react'
import type { Suggestion } from './chatFill.ts'
import { FoldsContext } from './folds.ts'
import { GoodsSections } from './GoodsSections.tsx'
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
  const book = useBook(shipperId, !isPlatform || shipperId !== undefined)
  const [suggestions, setSuggestions] = useState<readonly Suggestion[]>([])
  const suggest = (next: readonly Suggestion[]): void => {
    for (const { path, value } of next) form.setFieldValue([...path], value)
    setSuggestions(next)
    openFaults(next.map(({ path }) => path.join('.')))
    onSet()
  }
  return (
    <>
      <QuickBar form={form} book={book} kind={kind} shipperId={shipperId} onSuggest={suggest} onSet={onSet} />
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
