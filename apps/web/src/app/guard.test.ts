// The guard: public pages pass, others need a token, and no remembered address leads out of the portal.
import { describe, expect, test } from 'vitest'
import { guardArrival, safeRedirect } from './guard.ts'
import { checkLogin } from './loginCheck.ts'

describe('guard', () => {
  test.each(['/public/goods/9f', '/public/shareGoods/9f'])('[GD-01] %s passes with and without a token', path => {
    expect([guardArrival(path, '', false).kind, guardArrival(path, '', true).kind]).toEqual(['public', 'public'])
  })
  test('[GD-02] without a token an own page leads to login and is remembered with its search', () => {
    expect(guardArrival('/waybill/list', '?state=created', false)).toEqual({
      kind: 'login',
      remember: '/waybill/list?state=created',
    })
    expect(guardArrival('/', '', false)).toEqual({ kind: 'login', remember: '/' })
  })
  test('with a token own pages, and pages only the server knows, are the portal', () => {
    expect([guardArrival('/index', '', true).kind, guardArrival('/from/the/server', '', true).kind]).toEqual([
      'portal',
      'portal',
    ])
  })
  test.each(['/login', '/blankLogin'])('[GD-03] %s with a token sends back, without one it is shown', path => {
    expect([guardArrival(path, '', true).kind, guardArrival(path, '', false).kind]).toEqual(['back', 'public'])
  })
  test.each([
    '/from/the/server',
    '/refresh',
    '/redirect/waybill/list',
    '/redirect/from/the/server',
    '/goods/details/1/2',
    '/loginx',
    '/publican',
  ])('[GD-02] [SE-10] without a token %s leads to login and is remembered, known to the browser or not', path => {
    expect(guardArrival(path, '?x=1', false)).toEqual({ kind: 'login', remember: `${path}?x=1` })
  })
  test.each(['/public', '/public/goods', '/public/nothing/1', '/share/nothing', '/share'])(
    '[PB-13] %s is a missing page: whoever opens a public address has no login to come back from',
    path => {
      expect(guardArrival(path, '', false)).toEqual({ kind: 'missing' })
    },
  )
})

describe('login-check helper', () => {
  test('[GD-04] no token leads to login, login drops a token, the root leads to /main, anything else stays', () => {
    expect(checkLogin('/index', false)).toEqual({ to: '/login' })
    expect(checkLogin('/login', false)).toEqual({})
    expect(checkLogin('/login', true)).toEqual({ removeToken: true })
    expect(checkLogin('/', true)).toEqual({ to: '/main' })
    expect(checkLogin('/index', true)).toEqual({})
  })
})

describe('saved redirect', () => {
  test.each([
    '/index',
    '/waybill/list?state=created&loadRegion=320000',
    '/goods/details/%E4%BA%8C',
    '/manage/Normal/JS261121001',
    '/from/the/server?x=1',
    '/refresh',
    '/redirect/waybill/list?state=created',
    '/',
  ])('[GD-06] [SE-10] %s is returned to', text => {
    expect(safeRedirect(text)).toBe(text)
  })
  const starts = [
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    '/%2f%2fevil.example',
    '/%2Fevil.example',
    '/%5cevil.example',
    '/%255cevil.example',
    '/%252f%252fevil.example',
    '/.//evil.example',
    '/..//evil.example',
    '/index/..//evil.example',
    '/\tindex',
    '/\nindex',
    '\t/index',
    ' /index',
    '/in dex',
    '/%09/evil.example',
    '/%0d%0aLocation:x',
    '/%00',
    '/index#//evil',
    '/\u202eindex',
    '//',
    '/',
    '///index',
    'index',
    '',
  ]
  const ends = ['', '/', '/index', '?x=1', '@portal', '/..', '%2f..', ';x', '\u0000', '\\']
  const corpus = starts
    .flatMap(start => ends.map(end => start + end))
    .filter(text => text !== '/' && text !== '//index')
  test('[GD-06] of a corpus of tricks not one leads out of the portal', () => {
    expect(corpus.length).toBeGreaterThan(280)
    for (const text of corpus) {
      const safe = safeRedirect(text)
      if (safe === undefined) continue
      expect(new URL(safe, 'http://portal.example').origin, text).toBe('http://portal.example')
      expect(guardArrival(new URL(safe, 'http://portal.example').pathname, '', true).kind, text).toBe('portal')
      expect(safe, text).toMatch(/^\/(?!\/)(?:[\w@;]+\/?)*(?:\?.*)?$/)
    }
  })
  test.each(['/login', '/blankLogin', '/public/goods/1', '/public/nothing', '/share/download', undefined])(
    '[GD-06] %s is not returned to',
    text => {
      expect(safeRedirect(text)).toBeUndefined()
    },
  )
})
