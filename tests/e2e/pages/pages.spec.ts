// The looks at screens themselves: they see a fault, and leave no screen out.
import fs from 'node:fs'
import { publicScreens } from '@yunshu/contract/publicScreens'
import { screenNames } from '@yunshu/contract/screens/screens'
import { expect, test } from 'vitest'
import { desktop } from '../browsers.ts'
import { Cast, front, journey, useProduct } from '../visitor.ts'
import { open, seriousFaults } from './look.ts'
import { findTwins } from './twins.ts'
import { ways } from './ways.ts'

useProduct()

journey('the looks of this file do see a fault', async cast => {
  const { page } = await cast.stranger()
  await open(page, publicScreens.login)
  await page.evaluate(() => {
    document.querySelector('form')?.append(document.createElement('button'))
  })
  expect(await seriousFaults(page)).toEqual([expect.stringMatching(/^button-name/)])
})

journey('the looks of this file see a fault far below the fold too', async cast => {
  const { page } = await cast.known('shipper')
  await open(page, '/goods/publish')
  await front(page)
    .locator('.ys-section:visible')
    .last()
    .evaluate(section => {
      // text with a tag is refused by the page
      const pale = document.createElement('p')
      pale.id = 'pale'
      pale.style.color = '#ccc'
      pale.textContent = '看不清的字'
      section.append(pale)
    })
  expect(await seriousFaults(page)).toEqual([expect.stringMatching(/^color-contrast: #pale/)])
})

journey(
  'the looks of this file see a fault in one row of many that are alike, and judge the others once',
  async cast => {
    const { page } = await cast.stranger()
    await open(page, publicScreens.login)
    await page.locator('form').evaluate(form => {
      const list = document.createElement('ul')
      list.append(
        ...['#000', '#000', '#ccc', '#000', '#000'].map(color => {
          const row = document.createElement('li')
          row.style.color = color
          row.textContent = '运单'
          return row
        }),
      )
      list.lastElementChild?.append(document.createElement('button'))
      form.append(list)
    })
    const faults = await seriousFaults(page)
    expect(faults.map(fault => fault.split(':')[0])).toEqual(['button-name', 'color-contrast'])
    const isJudged = await page
      .locator('form li')
      .evaluateAll((rows, twins) => rows.map(row => !twins.includes(row)), await page.evaluateHandle(findTwins))
    expect(isJudged).toEqual([true, false, true, false, true])
  },
)

test('a browser that is lent again knows nothing of its last visitor', async () => {
  const [first, second] = [new Cast(), new Cast()]
  const left = await first.visit('shipper', '/index')
  await left.page.evaluate(() => {
    localStorage.setItem('left', '1')
    sessionStorage.setItem('left', '1')
  })
  await left.page.setViewportSize({ width: 390, height: 844 })
  await left.page.route('**/*', route => route.abort())
  await first.leave()
  const { context, page } = await second.stranger()
  expect(context).toBe(left.context)
  expect([await context.cookies(), page.url(), page.viewportSize()]).toEqual([[], 'about:blank', desktop])
  await open(page, publicScreens.login)
  const kept = await page.evaluate(() => [localStorage.getItem('left'), sessionStorage.getItem('left'), history.length])
  expect(kept).toEqual([null, null, 2])
  await context.addInitScript('')
  await second.leave()
  const third = new Cast()
  expect((await third.stranger()).context).not.toBe(context)
  await third.leave()
})

test('every screen of the table is looked at', () => {
  const names = Object.values(ways).flatMap(group => Object.keys(group))
  expect([...screenNames, ...Object.keys(publicScreens)].filter(name => !names.includes(name))).toEqual([])
  const files = fs.readdirSync(import.meta.dirname)
  expect(Object.keys(ways).filter(group => !files.includes(`${group}.spec.ts`))).toEqual([])
})
