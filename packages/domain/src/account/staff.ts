// People of a company and their positions: the state of an account, what an account may be called, who runs a company.
import { isPermitOf, permitKeys, type Permit, type RoleSide } from '../permits/permits.ts'
import { machine } from '../states.ts'

export const userStates = machine({
  table: 'users',
  column: 'state',
  entity: 'user',
  start: 'enabled',
  states: {
    enabled: { label: '启用', tone: 'good' },
    disabled: { label: '停用', tone: 'bad', rests: true },
  },
  moves: {
    disable: { from: ['enabled'], to: 'disabled', label: '停用', permit: 'staff.edit', danger: true },
    enable: { from: ['disabled'], to: 'enabled', label: '启用', permit: 'staff.edit' },
  },
})

/** Checks the name somebody signs in with: 4–32 letters, digits and . _ - @, beginning with a letter or digit. */
export function checkAccount(account: string): string | undefined {
  return /^[A-Za-z0-9][A-Za-z0-9._@-]{3,31}$/.test(account)
    ? undefined
    : '须为4–32位字母、数字或 . _ - @，以字母或数字开头'
}

/** Most characters of a position's name. */
export const roleNameMax = 20

/** A person with all of these permits runs the company's staff; each company keeps at least one such person. */
export const adminPermits = ['staff.edit', 'staff.role'] as const satisfies readonly Permit[]

/** The permits positions of these sides may hold, in table order. */
export function permitsOf(sides: readonly RoleSide[]): Permit[] {
  return permitKeys.filter(permit => sides.some(side => isPermitOf(permit, side)))
}
