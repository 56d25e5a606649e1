// A branch company (分公司): open from the day it is entered until it is closed for good.
import { machine } from '../states.ts'

export const branchStates = machine({
  table: 'companies',
  column: 'state',
  entity: 'company',
  start: 'active',
  states: {
    active: { label: '正常', tone: 'good' },
    closed: { label: '已撤销', tone: 'idle', final: true },
  },
  moves: {
    close: { from: ['active'], to: 'closed', label: '撤销', permit: 'company.edit', danger: true, ask: 'reason' },
  },
})
