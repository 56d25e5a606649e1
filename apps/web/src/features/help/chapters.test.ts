// The manual: everybody finds their own chapters, a search knows pinyin, and what is told is there.
import { existsSync } from 'node:fs'
import type { Screen } from '@yunshu/contract/screens/screen'
import { screenNames, screens } from '@yunshu/contract/screens/screens'
import type { Permit, RoleSide } from '@yunshu/domain/permits/permits'
import { roleTemplates } from '@yunshu/domain/permits/roles'
import { expect, test } from 'vitest'
import { chapterKeys, chapters, isFor, searchManual } from './chapters.ts'

const everybody = ['today', 'finding', 'drafts', 'account'] as const

test('each position of each side reads its own work, and nobody reads none', () => {
  for (const [side, positions] of Object.entries(roleTemplates) as [RoleSide, Record<string, readonly Permit[]>][])
    for (const [position, permits] of Object.entries(positions)) {
      const mine = chapterKeys.filter(key =>
        isFor(chapters[key], 'mine', { sides: [side], can: permit => permits.includes(permit) }),
      )
      expect([side, position, mine]).toEqual([side, position, expect.arrayContaining([...everybody])])
      expect([side, position, mine.length > everybody.length]).toEqual([side, position, true])
      // a chapter begins at a screen its readers have
      for (const key of mine) {
        const { screen } = chapters[key]
        const { permit } = screen === undefined ? { permit: 'session' as const } : screens[screen]
        expect([side, position, key, permit === 'session' || permits.includes(permit)]).toEqual([
          side,
          position,
          key,
          true,
        ])
      }
    }
})

test('a chapter is found by its title, pinyin, initials and text; a word by its labels', () => {
  expect(searchManual('fabu').chapters[0]).toBe('publish')
  expect(searchManual('fbhy').chapters[0]).toBe('publish')
  expect(searchManual('回单').chapters[0]).toBe('receipts')
  expect(searchManual('退汇').chapters).toEqual(['remittances', 'deposits'])
  expect(searchManual('海运').chapters).toEqual([])
  expect(searchManual('水号').chapters).toEqual(['invoices', 'funds', 'remittances', 'recon', 'deposits'])
  expect(searchManual('kuidun').terms).toEqual(['loss'])
  expect(searchManual('允许亏吨').terms).toEqual(['loss'])
  expect(searchManual('没有这样的事')).toEqual({ chapters: [], terms: [] })
  expect(searchManual('  ')).toEqual({ chapters: [], terms: [] })
})

test('each chapter has the picture the script takes, and as many syllables as signs', () => {
  for (const key of chapterKeys) {
    const { title, pinyin } = chapters[key]
    expect([title, pinyin.split(' ').length]).toEqual([title, title.match(/\p{Script=Han}/gu)?.length])
    expect([key, existsSync(new URL(`./pictures/${key}.jpg`, import.meta.url))]).toEqual([key, true])
  }
})

test('every page of the menu is told of: a chapter begins at it, or names it', () => {
  const told = JSON.stringify(chapters)
  const untold = screenNames.filter(name => {
    const screen: Screen = screens[name]
    return (
      screen.group !== undefined &&
      !chapterKeys.some(key => chapters[key].screen === name) &&
      !told.includes(screen.title)
    )
  })
  expect(untold).toEqual([])
})
