// Cards of a phone: what takes a record further is a bar below them, a look stands beside the facts, and names give way
// to their short form.
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { Cards } from './Cards.tsx'
import { textColumn, type Column, type RowAction } from './column.tsx'
import { ListContext, createListState } from './listState.ts'
import { twoLines } from './twoLines.tsx'

interface Sheet {
  readonly no: string
  readonly payer: string
}
const sheet: Sheet = { no: 'JS1', payer: '唐山冀东钢材贸易有限公司' }
const columns: readonly Column<Sheet>[] = [
  textColumn<Sheet>('no', '单号', row => row.no, { card: 'title' }),
  textColumn<Sheet>('payer', '货主', row => row.payer),
  twoLines<Sheet>(
    'amount',
    [
      { title: '金额(元)', render: () => '100.00', holds: [] },
      { title: '笔数', render: () => '3 笔', holds: [] },
    ],
    { card: 'figure' },
  ),
]
const within = (content: ReactNode): string =>
  renderToStaticMarkup(
    <MemoryRouter>
      <ListContext value={createListState('test')}>{content}</ListContext>
    </MemoryRouter>,
  )
const card = (actions: readonly RowAction[], drawn = columns): string =>
  within(
    <Cards
      rows={[sheet]}
      columns={drawn}
      rowKey={row => row.no}
      rowName={row => row.no}
      actions={() => actions}
      canChoose={false}
      onNearEnd={() => undefined}
    />,
  )
const bar = /class="ys-card-acts"/
const beside = /class="ys-card-acts is-beside"/

test('the next step is a bar of its own, a look and the menu stand beside the facts', () => {
  expect(card([{ label: '审核通过' }, { label: '看运单', isAside: true }])).toMatch(bar)
  const look = card([
    { label: '看运单', isAside: true },
    { label: '注销', danger: true },
  ])
  expect(look).toMatch(beside)
  expect(look).not.toMatch(bar)
  // an act that ends something is never the button itself
  const end = card([{ label: '注销', danger: true }])
  expect(end).toMatch(beside)
  expect(end).not.toContain('注销')
})

test('the legal form of a company stands apart, so that a line of a card leaves it out', () => {
  expect(card([])).toContain('唐山冀东钢材贸易<span class="ys-legal-form">有限公司</span>')
})

test('the fact below a figure is said on a card only where its column asks for it', () => {
  expect(card([])).not.toContain('3 笔')
  expect(
    card(
      [],
      columns.map(column => ({ ...column, saysBelow: true })),
    ),
  ).toMatch(/笔数 3 笔/)
})

test('the number that heads a card is whole: the figure goes below it before a digit is cut', () => {
  const of = (no: string): string =>
    within(
      <Cards
        rows={[{ ...sheet, no }]}
        columns={columns}
        rowKey={row => row.no}
        rowName={row => row.no}
        canChoose={false}
        onNearEnd={() => undefined}
      />,
    )
  expect(of('26132000000000010003')).toContain('<strong class="is-number">')
  expect(of('唐山冀东钢材贸易有限公司')).toContain('<strong>')
})
