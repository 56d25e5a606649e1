// The content of the publishing form: quick ways to fill it, and its sections with their faults.
import type { GoodsKind } from '@yunshu/domain/goods/goods'
import type { FormInstance } from 'antd'
import { serverNow } from '../../lib/clock.ts'
import { placeOfDraft, type DraftPlace } from './bookPlaces.ts'
import { FoldsContext, foldsOf } from './folds.ts'
import { GoodsSections } from './GoodsSections.tsx'
import type { GoodsDraft } from './publishForm.ts'
import { QuickBar } from './QuickBar.tsx'
import { SectionRail } from './SectionRail.tsx'
import { Suggested } from './Suggested.tsx'
import { noMarks, type Marks, type Suggestion } from './suggestion.ts'
import { useBook } from './useBook.ts'
import type { useFolds } from './useFolds.ts'

interface PublishBodyProps {
  form: FormInstance
  kind: GoodsKind
  folding: ReturnType<typeof useFolds>
  /** The platform says for whom. */
  isPlatform: boolean
  shipperId: string | undefined
  /** Marks of values that came from elsewhere. */
  marks: Marks
  /** Called after values were set by a button. */
  onSet: () => void
  /** Called after values came from elsewhere, or were accepted. */
  onMark: (marks: Marks) => void
}

export function PublishBody({ form, kind, folding, isPlatform, shipperId, marks, onSet, onMark }: PublishBodyProps) {
  const { folds, openFaults, jump } = folding
  const isFor = !isPlatform || shipperId !== undefined
  const book = useBook(shipperId, isFor)
  const suggest = (all: readonly Suggestion[]): void => {
    for (const { path, value } of all) form.setFieldValue([...path], value)
    // a place that is whole says itself on its card
    const isCard = ([side, at]: Suggestion['path']): boolean =>
      (side === 'loadPoints' || side === 'unloadPoints') &&
      placeOfDraft(form.getFieldValue([side, at]) as DraftPlace) !== undefined
    openFaults(all.filter(({ path, mark }) => mark !== '' && !isCard(path)).map(({ path }) => path.join('.')))
    onMark({ from: 'chat', all })
  }
  const fillWhole = (draft: GoodsDraft, all: readonly Suggestion[]): void => {
    const { shipperId: _own, ...held } = form.getFieldsValue(true) as GoodsDraft
    // fields the template does not hold are empty
    form.setFieldsValue({ ...Object.fromEntries(Object.keys(held).map(name => [name, undefined])), ...draft })
    openFaults(all.map(({ path }) => path.join('.')))
    for (const key of foldsOf(draft, kind, serverNow(), [])) folds.toggle(key, true)
    onMark({ from: 'template', all })
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
      <SectionRail form={form} kind={kind} picksShipper={isPlatform} isOpen={folds.isOpen} onJump={jump} />
      <FoldsContext value={folds}>
        <Suggested form={form} marks={marks} onAccept={() => onMark(noMarks)} onShow={path => jump('', path)}>
          <GoodsSections
            form={form}
            kind={kind}
            onSet={onSet}
            picksShipper={isPlatform}
            shipperId={isPlatform ? shipperId : undefined}
            places={book.places}
          />
        </Suggested>
      </FoldsContext>
    </>
  )
}
