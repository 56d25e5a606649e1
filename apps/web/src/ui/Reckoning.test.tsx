// A reckoning keeps each sign with the amount it belongs to.
import { renderToStaticMarkup } from 'react-dom/server'
import { fen } from '@yunshu/domain/figures/money'
import { expect, test } from 'vitest'
import { Reckoning } from './Reckoning.tsx'

test('a sign stands in the part of its amount, so that no line of a phone ends in one; what is nothing is left out', () => {
  const html = renderToStaticMarkup(
    <Reckoning
      opening={['期初', fen(100)]}
      changes={[
        ['运费', fen(-30)],
        ['罚款', fen(0)],
        ['收款', fen(50)],
      ]}
      closing={['期末', fen(120)]}
    />,
  )
  const parts = [...html.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/g)].map(([, label, said = '']) => [
    label,
    said.replaceAll(/<[^>]*>/g, ''),
  ])
  expect(parts).toEqual([
    ['期初', '1.00'],
    ['运费', '减 −0.30'],
    ['收款', '加 +0.50'],
    ['期末', '等于 =1.20'],
  ])
})
