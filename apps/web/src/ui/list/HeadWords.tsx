// A heading of a list, with the meaning of a strange word of the trade behind a question mark.
import { wordOfHeading } from '@yunshu/domain/headingWords'
import { Fragment, lazy, Suspense, useState } from 'react'
import '../explained.css'

const load = async () => ({ default: (await import('../Explained.tsx')).Explained })
const Explained = lazy(load)

/** A fact behind whose name its word is explained; the table of words comes with the first press. */
function Word({ label, word }: { label: string; word: string }) {
  const [isAsked, setAsked] = useState(false)
  const mark = (
    <span className="ys-explained">
      {label}
      <button
        type="button"
        aria-label="是什么"
        title={`${word}是什么`}
        onPointerEnter={() => void load()}
        onClick={() => setAsked(true)}
      />
    </span>
  )
  return isAsked ? (
    <Suspense fallback={mark}>
      <Explained label={label} word={word} isAsked />
    </Suspense>
  ) : (
    mark
  )
}

/** Each of the facts a heading names; `explains` is a word that stands in cells alone. */
export function HeadWords({ title, explains }: { title: string; explains?: string | undefined }) {
  if (explains === undefined && wordOfHeading(title) === undefined) return title
  const parts = title.split(' / ')
  return parts.map((part, at) => {
    const word = wordOfHeading(part) ?? (at === parts.length - 1 ? explains : undefined)
    return (
      <Fragment key={part}>
        {at > 0 && ' / '}
        {word === undefined ? part : <Word label={part} word={word} />}
      </Fragment>
    )
  })
}
