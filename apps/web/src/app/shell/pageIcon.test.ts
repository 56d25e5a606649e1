// Icons of the folded side menu: pages that stand in one group can be told apart.
import { menuGroups } from '@yunshu/contract/screens/screen'
import { screens } from '@yunshu/contract/screens/screens'
import { expect, test } from 'vitest'
import { pageIcon } from './pageIcon.ts'

test.each(Object.keys(menuGroups))('no two pages of the group %s have one icon', group => {
  const pages = Object.values(screens).filter(screen => screen.group === group)
  const byIcon = Map.groupBy(pages, ({ path }) => pageIcon(path, group))
  expect(
    [...byIcon].filter(([, same]) => same.length > 1).map(([icon, same]) => [icon, ...same.map(({ title }) => title)]),
  ).toEqual([])
})
