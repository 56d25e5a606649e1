// Lists that share a page are tabs, one of which is chosen and the stop of the keys.
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { PaneTabs } from './PaneTabs.tsx'

test('the list in view is the chosen tab and the only stop', () => {
  const panes = [
    { value: 'log', label: '操作日志' },
    { value: 'events', label: '安全事件' },
  ] as const
  const html = renderToStaticMarkup(<PaneTabs name="日志视图" panes={panes} value="events" onChange={() => {}} />)
  expect(html).toMatch(/role="tablist" aria-label="日志视图"/)
  expect(
    [...html.matchAll(/aria-selected="(\w+)" tabindex="(-?\d)">(.*?)</g)].map(([, isChosen, stop, label]) => [
      label,
      isChosen,
      stop,
    ]),
  ).toEqual([
    ['操作日志', 'false', '-1'],
    ['安全事件', 'true', '0'],
  ])
})
