// Tables inside pages: thousands of rows are drawn some hundred at a time, and the rest is never left out silently.
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { useDrawnRows } from './useDrawnRows.tsx'

function Drawn({ count, total }: { count: number; total?: number }) {
  const pages = total === undefined ? undefined : { total, isLoading: false, more: () => {} }
  const { rows, more } = useDrawnRows(
    Array.from({ length: count }, (_, n) => n),
    pages,
  )
  return (
    <>
      <i>{rows.length}</i>
      {more}
    </>
  )
}

test('two hundred rows are drawn at first, and below them how many there are', () => {
  const markup = renderToStaticMarkup(<Drawn count={5000} />)
  expect(markup).toContain('<i>200</i>')
  expect(markup).toContain('已显示 200 行，共 5000 行')
})

test('all rows of a short table are drawn, with no word about it', () => {
  expect(renderToStaticMarkup(<Drawn count={200} />)).toBe('<i>200</i>')
})

test('rows that are asked for by pages say how many there are on the server', () => {
  const markup = renderToStaticMarkup(<Drawn count={100} total={5000} />)
  expect(markup).toContain('已显示 100 行，共 5000 行')
})
