// An error in place of content says that loading failed; a branch that is to be chosen first is no failure.
import { wireProblems } from '@yunshu/domain/problems/wire'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Refusal } from '../lib/errors.ts'
import { ErrorState } from './States.tsx'

const shown = (problem: keyof typeof wireProblems): string => {
  const { code, http, text } = wireProblems[problem]
  return renderToStaticMarkup(<ErrorState error={new Refusal({ code, http, message: text })} retry={() => undefined} />)
}

test('a page of one branch asks people of the house to choose it, and offers that instead of trying again', () => {
  const html = shown('branch.only')
  expect(html).toContain('请使用分公司管理账号进行操作')
  expect(html).toMatch(/<button[^>]*>.*选择分公司/)
  expect(html).not.toMatch(/加载失败|重试|role="alert"/)
})

test('any other refusal says that loading failed and can be tried again', () => {
  const html = shown('permit.missing')
  expect(html).toContain('role="alert"')
  expect(html).toMatch(/加载失败.*<button[^>]*>.*重\s?试/s)
  expect(html).not.toContain('选择分公司')
})
