// Comparing rights: what goes beyond one's own, for every pair of the positions companies start with.
import { describe, expect, it } from 'vitest'
import { systemRoles, type RoleSide } from '../permits/permits.ts'
import { roleTemplates } from '../permits/roles.ts'
import { beyondWords, rightsBeyond, rightsOf, type Position } from './rights.ts'

const position = (functions: readonly string[], more: Partial<Position> = {}): Position => ({
  name: '职位',
  isSystem: false,
  functions,
  scope: 'COMPANY',
  ...more,
})
const templates = (side: RoleSide): Position[] =>
  Object.entries(roleTemplates[side]).map(([name, functions]) => position(functions, { name, isSystem: true }))

describe('rights go beyond one’s own', () => {
  it('where a permit is missing, and then it is named; an administrator has nobody above them', () => {
    const own = rightsOf([position(['goods.view', 'staff.edit'])])
    expect(rightsBeyond(own, rightsOf([position(['goods.view'])]))).toEqual([])
    expect(rightsBeyond(own, rightsOf([position(['goods.view', 'settlement.pay'])]))).toEqual(['“支付结算单”'])
    const head = rightsOf([position(['staff.edit'], { name: systemRoles.admin, isSystem: true })])
    expect(rightsBeyond(head, rightsOf([position(['settlement.pay'])]))).toEqual([])
    expect(rightsBeyond(own, head)).toEqual(['“管理员”职位'])
    expect(rightsBeyond(own, rightsOf([], { isAdmin: true }))).toEqual(['“管理员”职位'])
    // a position somebody made under that name is one like others
    expect(rightsOf([position(['staff.edit'], { name: systemRoles.admin })]).isHead).toBe(false)
  })

  it('where more rows are seen: a wider scope, or another office', () => {
    const at = (scope: Position['scope'], office?: string) => rightsOf([position([], { scope })], { office })
    expect(rightsBeyond(at('BRANCH', 'a'), at('COMPANY'))).toEqual(['数据范围“本企业”'])
    expect(rightsBeyond(at('BRANCH', 'a'), at('BRANCH', 'b'))).toEqual(['数据范围“本分公司”'])
    expect(rightsBeyond(at('BRANCH', 'a'), at('BRANCH', 'a'))).toEqual([])
    expect(rightsBeyond(at('COMPANY'), at('BRANCH', 'b'))).toEqual([])
    // without an office the scope of one shows nothing but one's own rows
    expect(rightsBeyond(at('SELF'), at('BRANCH'))).toEqual([])
    expect(rightsBeyond(at('BRANCH'), at('BRANCH', 'b'))).toEqual(['数据范围“本分公司”'])
  })

  it.each(['platform', 'branch', 'shipper', 'carrier'] as const)(
    'of %s exactly where one position holds what the other does not',
    side => {
      for (const one of templates(side))
        for (const other of templates(side)) {
          const isCovered =
            one.name === systemRoles.admin ||
            (other.name !== systemRoles.admin && other.functions.every(permit => one.functions.includes(permit)))
          expect(rightsBeyond(rightsOf([one]), rightsOf([other])).length === 0, `${one.name} ${other.name}`).toBe(
            isCovered,
          )
        }
    },
  )
})

it('a refusal names three things and counts the rest', () => {
  expect(beyondWords(['甲', '乙'])).toBe('甲、乙')
  expect(beyondWords(['甲', '乙', '丙', '丁'])).toBe('甲、乙、丙等 4 项')
})
