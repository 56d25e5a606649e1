// Verification of papers (证件认证) of vehicles, drivers and payees: handed in by the carrier, judged by the house.
import { stateTable, type KeptMachine } from '../states.ts'

export const paperStates = stateTable({
  start: 'unsubmitted',
  states: {
    unsubmitted: { label: '未提交', tone: 'idle' },
    pending: { label: '待审核', tone: 'busy', awaits: { permit: 'fleet.verify', sides: ['platform', 'branch'] } },
    approved: { label: '已认证', tone: 'good' },
    rejected: { label: '未通过', tone: 'bad' },
  },
  moves: {
    // the keeper of the vehicle, driver or payee hands its papers in: the call names the permit
    submit: { from: ['unsubmitted', 'rejected', 'approved'], to: 'pending', label: '提交审核', permit: 'system' },
    approve: { from: ['pending'], to: 'approved', label: '通过', permit: 'fleet.verify' },
    reject: { from: ['pending'], to: 'rejected', label: '驳回', permit: 'fleet.verify', danger: true, ask: 'reason' },
    reopen: { from: ['pending', 'approved', 'rejected'], to: 'unsubmitted', label: '恢复', permit: 'system' },
  },
})
export type PaperState = keyof typeof paperStates.states

type PaperMachine = KeptMachine<PaperState, keyof typeof paperStates.moves>
export const vehiclePapers: PaperMachine = { ...paperStates, table: 'vehicles', column: 'paper', entity: 'vehicle' }
export const driverPapers: PaperMachine = { ...paperStates, table: 'drivers', column: 'paper', entity: 'driver' }
export const payeePapers: PaperMachine = { ...paperStates, table: 'payees', column: 'paper', entity: 'payee' }
