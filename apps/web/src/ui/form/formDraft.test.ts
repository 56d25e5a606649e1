// A form's draft as values: what is kept of a form, what is not, and how it is laid over the form again.
import { updateCompany } from '@yunshu/contract/company/company'
import { addDriver, updateDriver } from '@yunshu/contract/fleet/driver'
import { withoutSecrets } from '@yunshu/domain/identity/secretFields'
import fs from 'node:fs'
import path from 'node:path'
import { saveDraft } from '@yunshu/contract/session/session'
import { expect, test } from 'vitest'
import { changedSince, draftForm, isSecretTyped, laidOver, readFormDraft, typedInto } from './formDraft.ts'

const record = { name: '王建国', mobile: '13892010001', licenceClass: 'A2', remark: '旧' }

test('a draft holds what was typed and what was emptied, and lays it over the form as it is today', () => {
  const typed = { ...record, mobile: '13892010002', remark: undefined, note: '新' }
  const draft = typedInto(record, typed, 3)
  expect(draft).toMatchObject({ typed: { mobile: '13892010002', note: '新' }, emptied: ['remark'], version: 3 })
  const read = readFormDraft(JSON.stringify(draft))
  if (!read) throw new Error('the draft cannot be read')
  expect(laidOver({ ...record, licenceClass: 'B2' }, read)).toEqual({ ...typed, licenceClass: 'B2' })
  // typed and taken back again is nothing
  expect(typedInto(record, { ...record })).toBeUndefined()
  expect(readFormDraft('{"loadPoints":[]}')).toBeUndefined()
})

test('passwords, identity and account numbers are in no draft, at whatever depth, and typing one is told', () => {
  const typed = { name: '王', idNo: '610802199001011234', pay: [{ bank: '工行', accountNo: '6222' }] }
  const draft = typedInto({}, typed)
  expect(draft?.typed).toEqual({ name: '王', pay: [{ bank: '工行' }] })
  expect(JSON.stringify(draft)).not.toMatch(/610802|6222/)
  expect(isSecretTyped({}, typed)).toBe(true)
  // a number the form opened with was not typed, and none of it is kept either
  const opened = { title: { taxNo: '91', accountNo: '6222' } }
  const changed = { title: { taxNo: '92', accountNo: '6222' } }
  expect(isSecretTyped(opened, changed)).toBe(false)
  expect(JSON.stringify(typedInto(opened, changed))).not.toContain('6222')
  expect(isSecretTyped({}, { idNo: undefined, accountNo: '' })).toBe(false)
})

test('a draft of a record that others changed says which fields, but nothing of its own clock', () => {
  const draft = typedInto({ ...record, sentAt: 1_700_000_000_000 }, { ...record, remark: '新' }, 3)
  if (!draft) throw new Error('nothing was typed')
  const today = { ...record, mobile: '13900000000', sentAt: 1_700_000_500_000 }
  expect(changedSince(draft, { record: today, version: 4, follows: false })).toEqual(['手机号'])
  expect(changedSince(draft, { record: today, version: 3, follows: false })).toBeUndefined()
  expect(changedSince(draft, { record, version: 4, follows: true })).not.toBeUndefined()
})

test('each record and each part of it has a draft of its own, whatever its version', () => {
  const change = (fixed: object) => draftForm(updateDriver, fixed)
  expect(change({ id: 'a', version: 1 })).toBe(change({ id: 'a', version: 2 }))
  expect(change({ id: 'a', version: 1 })).not.toBe(change({ id: 'b', version: 1 }))
  expect(draftForm(addDriver)).not.toBe(change({}))
  expect(draftForm(updateCompany, { version: 1 }, 'contact')).not.toBe(
    draftForm(updateCompany, { version: 1 }, 'invoice'),
  )
  // a part may hold signs the server takes in no name: the move of a machine, a label
  for (const part of ['issue:send', '批量取消'])
    expect(saveDraft.input.safeParse({ form: draftForm(addDriver, {}, part), body: '{}' }).success, part).toBe(true)
})

test('every field of a call that is named like a secret is in no draft, or its call keeps none', async () => {
  const folder = path.resolve(import.meta.dirname, '../../../../../packages/contract/src')
  const files = fs.globSync('**/*.ts', { cwd: folder }).filter(file => !file.endsWith('.test.ts'))
  const namesIn = (value: unknown): string[] => {
    const shape: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, 'shape') : undefined
    return typeof shape === 'object' && shape !== null
      ? Object.entries(shape).flatMap(([name, part]) => [name, ...namesIn(part)])
      : []
  }
  const open = new Set<string>()
  for (const file of files)
    for (const call of Object.values((await import(path.join(folder, file))) as Record<string, unknown>)) {
      if (typeof call !== 'object' || call === null || !('input' in call) || Reflect.get(call, 'secret') === true)
        continue
      for (const name of namesIn(call.input))
        if (/(?:password|idNo|accountNo|licenceNo|qualificationNo|cardNo)$/i.test(name)) open.add(name)
    }
  // the number of a fuel card, which is the house's and pays nothing by itself
  open.delete('cardNo')
  expect(open.size).toBeGreaterThan(3)
  expect([...open].filter(name => Object.keys(withoutSecrets({ [name]: '1' }) as object).length > 0)).toEqual([])
})
