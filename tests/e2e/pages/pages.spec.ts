// The looks at screens themselves: they see a fault, and leave no screen out.
import fs from 'node:fs'
import { publicScreens, screenNames } from '@yunshu/contract/screens'
import { expect, test } from 'vitest'
import { front, journey, useProduct } from '../visitor.ts'
import { axe, open, seriousFaults } from './look.ts'
import { ways } from './ways.ts'

useProduct()

journey('the looks of this file do see a fault', async cast => {
  const { page, context } = await cast.stranger()
  await context.addInitScript(axe)
  await open(page, publicScreens.login)
  await page.evaluate(() => {
    document.querySelector('form')?.append(document.createElement('button'))
  })
  expect(await seriousFaults(page)).toEqual([expect.stringMatching(/^button-name/)])
})

journey('the looks of this file see a fault far below the fold too', async cast => {
  const { page, context } = await cast.known('shipper')
  await context.addInitScript(axe)
  await open(page, '/goods/publish')
  await front(page)
    .locator('.ys-section')
    .last()
    .evaluate(section => {
      section.insertAdjacentHTML('beforeend', '<p id="pale" style="color:#ccc">看不清的字</p>')
    })
  expect(await seriousFaults(page)).toEqual([expect.stringMatching(/^color-contrast: #pale/)])
})

test('every screen of the table is looked at', () => {
  const names = Object.values(ways).flatMap(group => Object.keys(group))
  expect([...screenNames, ...Object.keys(publicScreens)].filter(name => !names.includes(name))).toEqual([])
  const files = fs.readdirSync(import.meta.dirname)
  expect(Object.keys(ways).filter(group => !files.includes(`${group}.spec.ts`))).toEqual([])
})
