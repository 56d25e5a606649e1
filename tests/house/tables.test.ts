// Truth in one place: the tables of states, permits, problems, screens and labels agree with all that refers to them.
import { happenings } from '@yunshu/contract/happening/happenings'
import { staleAfter } from '@yunshu/contract/topics'
import { commonParams } from '@yunshu/contract/wire'
import { fieldLabels } from '@yunshu/contract/labels'
import { screens } from '@yunshu/contract/screens/screens'
import { policies } from '@yunshu/domain/company/company'
import { messageKindKeys } from '@yunshu/domain/message/kinds'
import { moneyPermits, permitKeys, permits, restingPermits, type Permit } from '@yunshu/domain/permits/permits'
import { roleTemplates } from '@yunshu/domain/permits/roles'
import { problems } from '@yunshu/domain/problems/problems'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { calls } from '../wire/calls.ts'
import { productFiles, textOf } from './sources.ts'

test('every permit is used by a call, a screen, a move or a can(), and every role template names known permits', () => {
  const text = productFiles
    .filter(file => !file.endsWith('domain/src/permits/permits.ts'))
    .map(textOf)
    .join('\n')
  expect(permitKeys.filter(permit => !text.includes(`'${permit}'`))).toEqual([])
  expect(
    Object.values(roleTemplates)
      .flatMap(roles => Object.values(roles).flat())
      .filter(permit => !permitKeys.includes(permit)),
  ).toEqual([])
})

test('every call is mounted by the server exactly once', () => {
  const text = productFiles
    .filter(file => /apps\/server\/.*\.routes\.ts$/.test(file))
    .map(textOf)
    .join('\n')
  const count = (key: string): number =>
    [...text.matchAll(new RegExp(`\\bon(?:Open|File|Direct|After|Proved)?\\(\\s*(?:\\w+\\.)?${key}\\b`, 'g'))].length
  expect(calls.length).toBeGreaterThan(30)
  expect(calls.filter(({ key }) => count(key) !== 1).map(({ name, key }) => `${name} ×${count(key)}`)).toEqual([])
})

test('statistics, searches and exports of one colleague kept everybody waiting: every call that counts or searches what grows is heavy', () => {
  const counting = calls.filter(
    ({ name, call }) =>
      (call.method === 'GET' && /(?:statistical|\/v1\/today|\/home\/days|\/search|\/ledger\/\w+)$/i.test(call.path)) ||
      name === 'exporting.startExport',
  )
  expect(counting.length).toBeGreaterThan(20)
  expect(counting.filter(({ call }) => !call.heavy).map(({ name }) => name)).toEqual([])
})

test('no two calls share method and path', () => {
  const seen = calls.map(({ call }) => `${call.method} ${call.path}`)
  expect(seen.filter((at, i) => seen.indexOf(at) !== i)).toEqual([])
})

test('every read of goods, tasks, waybills, sheets, books and fleet is stale after some change', () => {
  const told = staleAfter('goods', 'task', 'waybill', 'settlement', 'voucher', 'vehicle', 'driver', 'payee')
  const reads = calls.filter(
    ({ name, call }) =>
      call.method === 'GET' && /^(?:goods|task|waybill|settlement|voucher|vehicle|driver|payee)\./.test(name),
  )
  expect(reads.length).toBeGreaterThan(15)
  expect(reads.filter(({ call }) => !told.includes(call)).map(({ name }) => name)).toEqual([])
})

test('no input field takes the name of a parameter that every call carries', () => {
  expect(
    calls.flatMap(({ name, call }) =>
      Object.keys(call.input._zod.def.shape)
        .filter(field => commonParams.some(common => common === field))
        .map(field => `${name}.${field}`),
    ),
  ).toEqual([])
})

test('a name a write asks for is refused where it is empty, of blanks or without end, in Chinese', () => {
  const names = calls
    .filter(({ call }) => call.method === 'POST')
    .flatMap(({ name, call }) =>
      Object.entries(call.input._zod.def.shape)
        .filter(([field, schema]) => /name$/i.test(field) && z.safeParse(schema, '甲').success)
        .map(([field, schema]) => ({ at: `${name}.${field}`, schema })),
    )
  expect(names.length).toBeGreaterThan(20)
  const saidOf = ({ schema }: (typeof names)[number], typed: string): string =>
    z.safeParse(schema, typed).error?.issues[0]?.message ?? ''
  expect(names.filter(each => !/\p{Script=Han}/u.test(saidOf(each, '长'.repeat(5000)))).map(({ at }) => at)).toEqual([])
  const asked = names.filter(({ schema }) => !z.safeParse(schema, undefined).success)
  expect(asked.length).toBeGreaterThan(10)
  const loose = asked.filter(each => !['', ' \t　'].every(typed => /\p{Script=Han}/u.test(saidOf(each, typed))))
  expect(loose.map(({ at }) => at)).toEqual([])
})

test('every input field has its Chinese name', () => {
  expect(
    calls.flatMap(({ name, call }) =>
      Object.keys(call.input._zod.def.shape)
        .filter(field => !fieldLabels[field])
        .map(field => `${name}.${field}`),
    ),
  ).toEqual([])
})

test('every fact a command tells the audit log has its Chinese name', () => {
  const facts = productFiles
    .filter(file => file.startsWith('apps/server/src/'))
    .flatMap(file =>
      [...textOf(file).matchAll(/\.touched\(/g)].flatMap(({ index }) => keysOf(textOf(file).slice(index + 8))),
    )
  expect(new Set(facts).size).toBeGreaterThan(40)
  expect([...new Set(facts)].filter(name => !fieldLabels[name])).toEqual([])
})

/** Names of the facts in the braces of a call's text, which begins with its bracket; changes are named in Chinese already. */
function keysOf(text: string): readonly string[] {
  let depth = 0
  const end = text.split('').findIndex(sign => {
    if ('([{'.includes(sign)) depth += 1
    if (')]}'.includes(sign)) depth -= 1
    return depth === 0
  })
  const said = text.slice(0, end)
  if (!said.includes('{') || /\bfield\b/.test(said)) return []
  return [...said.slice(said.indexOf('{')).matchAll(/[{,]\s*(\w+)(?=\s*[:,}])/g)].flatMap(([, key]) => key ?? [])
}

test('no field of an input is named twice', () => {
  const named = productFiles
    .filter(file => file === 'packages/contract/src/labels.ts' || /^packages\/contract\/src\/.*Labels\.ts$/.test(file))
    .flatMap(file => [...textOf(file).matchAll(/^  (\w+): '/gm)].map(([, field]) => field))
  expect(named.length).toBeGreaterThan(400)
  expect(named.filter((field, at) => named.indexOf(field) !== at)).toEqual([])
})

test('problem codes are unique, and only the session has negative ones', () => {
  const codes = Object.values(problems).map(row => row.code)
  expect(codes.filter((code, i) => codes.indexOf(code) !== i)).toEqual([])
  expect(Object.entries(problems).filter(([name, row]) => row.code < 0 && !name.startsWith('session.'))).toEqual([])
})

test('docs/problems.md lists exactly the problems', () => {
  const listed = [...textOf('docs/problems.md').matchAll(/^\| `([\w.]+)` \| (-?\d+) \| (\d+) \| (.*) \|$/gm)].map(
    ([, name, code, http, text]) => [name, Number(code), Number(http), text],
  )
  expect(listed).toEqual(Object.entries(problems).map(([name, row]) => [name, row.code, row.http, row.text]))
})

test('every screen has its page', () => {
  const pages = new Set(
    productFiles
      .filter(file => /apps\/web\/src\/features\/.*Page\.tsx$/.test(file))
      .map(file => /([^/]+)Page\.tsx$/.exec(file)?.[1]),
  )
  expect(Object.keys(screens).filter(name => !pages.has(name === 'index' ? 'Home' : name))).toEqual([])
})

const serverText = productFiles
  .filter(file => file.startsWith('apps/server/'))
  .map(file => ({ file, text: textOf(file) }))

test('people are told of happenings by their names: no words of a push and no address of a screen stand on the server', () => {
  const heads = [...new Set(Object.values(screens).map(({ path }) => path.split('/')[0] ?? ''))]
  const address = new RegExp(`['"\`]/(?:${heads.join('|')})(?:[/?'"\`]|$)`, 'm')
  // the note of a push is made in one place
  const push = /\bmsg:\s*['"`]|\bcode: '(?:sync|\d\d?)'|\bwritePush\b/
  const told = serverText.filter(({ file }) => !file.endsWith('work/outbox.ts'))
  expect(told.filter(({ text }) => push.test(text)).map(({ file }) => file)).toEqual([])
  expect(told.filter(({ text }) => address.test(text)).map(({ file }) => file)).toEqual([])
})

test('every happening happens, and every kind of message but those of features to come has one', () => {
  const told = serverText.map(({ text }) => text).join('\n')
  const ofMoves = productFiles
    .filter(file => file.startsWith('packages/contract/src/happening/'))
    .map(textOf)
    .join('\n')
  // by its name, by that of a record and its event, or as what is told of a move
  const isTold = (name: string): boolean =>
    told.includes(`'${name}'`) ||
    told.includes(`}${name.slice(name.indexOf('.'))}\``) ||
    ofMoves.includes(`: '${name}'`)
  expect(Object.keys(happenings).filter(name => !isTold(name))).toEqual([])
  const kinds = new Set(Object.values(happenings).map(({ kind }) => kind))
  expect(messageKindKeys.filter(kind => !kinds.has(kind))).toEqual([])
})

test('texts said 提交、审核、支付 of permits that rest, and 复核资金 was missing: they name them all by the table', () => {
  const missing = (text: string, named: Iterable<Permit>) =>
    [...named].filter(key => !text.includes(permits[key].label))
  for (const text of [
    problems['money.rests'].text,
    ...(['account.moneyRests', 'staff.moneyRests'] as const).map(name => JSON.stringify(happenings[name].text)),
  ])
    expect(missing(text, restingPermits)).toEqual([])
  expect(missing(policies.factorForMoney.hint, moneyPermits)).toEqual([])
  expect(missing('提交结算单、审核结算单、支付结算单', restingPermits)).toEqual([
    'fund.confirm',
    'remittance.confirm',
    'refund.approve',
    'refund.pay',
    'debt.confirm',
    'payFile.release',
  ])
  const byHand = /(?:提交|审核)、(?:审核|支付)|审核[或和与]支付/
  expect(byHand.test('审核或支付结算单的权限')).toBe(true)
  expect(productFiles.filter(file => !file.includes('/demo/') && byHand.test(textOf(file)))).toEqual([])
})

test('a happening of the house is told to platform and branch at once by tellHouse: a forgotten half would be silent', () => {
  const pair =
    /tellHappening\(\s*ctx,\s*([^,]+),\s*\{ (?:platform: true|branch\b)[^\n]*\n\s*(?:if \([^\n]*\)\s*)?await tellHappening\(\s*ctx,\s*\1,\s*\{ (?:platform: true|branch\b)/
  expect(
    pair.test(
      "await tellHappening(ctx, 'a', { platform: true, permit }, words)\n  await tellHappening(ctx, 'a', { branch: id, permit }, words)",
    ),
    'control',
  ).toBe(true)
  expect(productFiles.filter(file => file.startsWith('apps/server/src/') && pair.test(textOf(file)))).toEqual([
    // numbers of companies and of many branches, each counted by itself
    'apps/server/src/features/abnormal/told.commands.ts',
    // each half hears a number of its own
    'apps/server/src/features/fuel/useKeeping.commands.ts',
  ])
})
