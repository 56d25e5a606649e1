// A heading of a list, with the meaning of a strange word of the trade behind a question mark.
import { wordOfHeading } from '@yunshu/domain/headingWords'
import { Fragment, lazy, Suspense } from 'react'

const Explained = lazy(async () => ({ default: (await import('../Explained.tsx')).Explained }))

/** Each of the facts a heading names; `explains` is a word that stands in cells alone. */
export function HeadWords({ title, explains }: { title: string; explains?: string | undefined }) {
  if (explains === undefined && wordOfHeading(title) === undefined) return title
  const parts = title.split(' / ')
  return parts.map((part, at) => {
    const word = wordOfHeading(part) ?? (at === parts.length - 1 ? explains : undefined)
    return (
      <Fragment key={part}>
        {at > 0 && ' / '}
        {word === undefined ? (
          part
        ) : (
          <Suspense fallback={part}>
            <Explained label={part} word={word} />
          </Suspense>
        )}
      </Fragment>
    )
  })
}
