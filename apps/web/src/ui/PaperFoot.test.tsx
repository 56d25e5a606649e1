// The foot of papers: one line that says the house, the moment, and the number of the print where it is counted.
import { product } from '@yunshu/domain/account/account'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { NumberedPaper, PaperFoot } from './PaperFoot.tsx'
import { PaperSlip } from './PaperSlip.tsx'

const textOf = (markup: string): string => markup.replaceAll(/<[^>]+>/g, ' ')

test('a paper that is not counted says when it was printed, and no number', () => {
  const text = textOf(renderToStaticMarkup(<PaperFoot note="以银行回单为准" />))
  expect(text).toMatch(
    new RegExp(`${product.name}　打印时间 \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d　以银行回单为准`),
  )
  expect(text).not.toContain('次打印')
})

test('the number of a print stands beside its moment, on whichever paper is inside', () => {
  const slip = <PaperSlip title="收据" no="SK1" rows={[['金额', '1.00 元']]} signs={['交款人：']} />
  const text = textOf(
    renderToStaticMarkup(
      <>
        <NumberedPaper n={3}>{slip}</NumberedPaper>
        <NumberedPaper n={1}>{slip}</NumberedPaper>
      </>,
    ),
  )
  expect([...text.matchAll(/打印时间 [\d-]+ [\d:]+　(第 \d 次打印)/g)].map(([, number]) => number)).toEqual([
    '第 3 次打印',
    '第 1 次打印',
  ])
})
