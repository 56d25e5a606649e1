// Paths to rows: fixed words before parts, parts decoded, helper routes apart.
import { expect, test } from 'vitest'
import { helperOf, matchRoute } from './routes.ts'

const row = (name: string, path: string) => ({ name, path, title: name, cache: true })
const routes = [
  row('any', 'goods/:id'),
  row('publish', 'goods/publish'),
  row('two', 'manage/Failure/:settlementNum/:pSettlementNum'),
]

test('fixed words win over parts, and parts are decoded', () => {
  expect(matchRoute(routes, '/goods/publish')?.route.name).toBe('publish')
  expect(matchRoute(routes, '/goods/a%2Fb')).toMatchObject({ route: { name: 'any' }, params: { id: 'a/b' } })
  expect(matchRoute(routes, '/manage/Failure/1/2')?.params).toEqual({ settlementNum: '1', pSettlementNum: '2' })
})

test('what does not fit whole, or cannot be decoded, fits nothing', () => {
  for (const path of ['/goods', '/goods/a/b', '/Goods/publish', '/goods/%E0%A4%A', '/'])
    expect(matchRoute(routes, path), path).toBeUndefined()
})

test('[SH-09] refresh and redirect/… are helpers, not pages', () => {
  expect(helperOf('/refresh')).toEqual({ kind: 'refresh' })
  expect(helperOf('/redirect/goods/details/1')).toEqual({ kind: 'redirect', pathname: '/goods/details/1' })
  expect([helperOf('/redirect'), helperOf('/refresh/x'), helperOf('/index')]).toEqual([undefined, undefined, undefined])
})
