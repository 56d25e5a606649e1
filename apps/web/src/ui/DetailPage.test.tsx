// A page without its record says so and leads back to its list; a fault of another kind is tried again.
import { wireProblems } from '@yunshu/domain/problems/wire'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Refusal } from '../lib/errors.ts'
import { TabContext, type ListPlace } from '../lib/tab.ts'
import { DetailPage } from './DetailPage.tsx'

const refusal = (problem: keyof typeof wireProblems, fields = {}): Refusal => {
  const { code, http, text } = wireProblems[problem]
  return new Refusal({ code, http, message: text, fields })
}
const nothing = (): void => {}
const shown = (error: Error, list?: ListPlace): string =>
  renderToStaticMarkup(
    <TabContext
      value={{
        key: '',
        title: '',
        isInFront: () => true,
        close: nothing,
        setTitle: nothing,
        refresh: nothing,
        list: () => list,
      }}
    >
      <DetailPage
        answer={{ data: undefined, error, isPending: false, refetch: () => Promise.reject(error) }}
        title={() => ''}
      >
        {() => null}
      </DetailPage>
    </TabContext>,
  )

test('a record that does not exist, and an address that names none, lead back to the list', () => {
  const list = { title: '运单列表', url: '/waybill/list' }
  for (const error of [refusal('row.none'), refusal('request.field', { id: '编号格式不正确' })]) {
    const html = shown(error, list)
    expect(html).toContain(wireProblems['row.none'].text)
    expect(html).toMatch(/<a [^>]*href="\/waybill\/list"/)
    expect(html).toContain('返回运单列表')
    expect(html).not.toMatch(/重\s?试/)
  }
  // of a record no list of the person's holds, home is the way
  expect(shown(refusal('row.none'))).toMatch(/href="\/index".*返回首页/)
})

test('a fault of another kind is tried again', () => {
  const html = shown(refusal('person.busy'), { title: '运单列表', url: '/waybill/list' })
  expect(html).toMatch(/重\s?试/)
  expect(html).not.toContain('返回运单列表')
})
