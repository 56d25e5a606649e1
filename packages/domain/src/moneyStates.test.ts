// The states of money: the way of each record from its first state to its ends, whom it waits for, and the steps that are
// asked about once more.
import { expect, test } from 'vitest'
import { fuelCardStates, fuelIssueStates, fuelUseStates } from './fuel/fuel.ts'
import { depositBackStates, depositStates } from './deposit.ts'
import { fuelShiftStates } from './fuel/fuelShift.ts'
import { fundStates } from './fund.ts'
import { inputStates } from './invoice/input.ts'
import { invoiceAppStates, invoiceStates } from './invoice/invoice.ts'
import { letterStates } from './letter.ts'
import { permits, type Permit } from './permits/permits.ts'
import { reconFileStates, reconItemStates } from './recon/recon.ts'
import { reconLayingStates } from './recon/reconLaying.ts'
import { remittanceStates } from './remittance.ts'
import { paymentStates, settlementStates } from './settlement/settlement.ts'
import { stateKeys, movesFrom, type Machine } from './states.ts'
import { statementStates } from './statement.ts'
import { tollPassStates } from './fuel/toll.ts'
import { voucherStates } from './voucher/voucher.ts'
import { writeOffStates } from './writeOff.ts'

interface Told {
  readonly machine: Machine
  /** Each state that something follows, with what people do there and where it leads. */
  readonly people: Readonly<Record<string, string>>
  /** The same for steps the product makes. */
  readonly product?: Readonly<Record<string, string>>
  /** Steps that end, refuse or undo: they are asked about once more. */
  readonly danger?: string
}

const told: Readonly<Record<string, Told>> = {
  settlement: {
    machine: settlementStates,
    people: {
      draft: 'submit>submitted payToCarrier>draft takeOff>draft void>void',
      submitted: 'approve>approved reject>rejected',
      rejected: 'submit>submitted payToCarrier>draft takeOff>draft void>void',
      approved:
        'pay>paying askVoid>voiding askChange>approved confirmChange>approved refuseChange>approved withdrawChange>approved',
      voiding: 'withdrawVoid>approved confirmVoid>void refuseVoid>approved',
      partial: 'makeFailure>partial askClose>partial withdrawClose>partial confirmClose>closed refuseClose>partial',
    },
    product: {
      draft: 'dropFailure>void',
      submitted: 'dropFailure>void',
      rejected: 'dropFailure>void',
      approved: 'dropFailure>void',
      voiding: 'dropFailure>void',
      paying: 'settle>paid fail>partial',
      paid: 'giveBack>partial',
      partial: 'settle>paid closeAfter>closed',
    },
    danger: 'takeOff reject askClose confirmClose refuseClose void askVoid confirmVoid refuseVoid refuseChange',
  },
  payment: {
    machine: paymentStates,
    people: { created: 'cancel>failed' },
    // nobody knows of an order without an answer: it is not sent again, and money may still arrive after it failed
    product: {
      created: 'send>sent hold>unknown drop>failed',
      sent: 'succeed>success fail>failed lose>unknown',
      success: 'giveBack>returned',
      failed: 'succeedLate>success',
      unknown: 'succeed>success fail>failed',
      returned: 'succeedLate>success',
    },
  },
  voucher: {
    machine: voucherStates,
    people: {},
    product: {
      draft: 'edit>draft audit>audited void>void',
      audited: 'sendBack>draft post>posted',
      posted: 'reverse>reversed reversePart>partly',
      partly: 'reverse>reversed reversePart>partly',
    },
    danger: 'sendBack reverse reversePart void',
  },
  invoiceApp: {
    machine: invoiceAppStates,
    people: {
      submitted: 'approve>approved reject>rejected withdraw>withdrawn',
      approved: 'reject>rejected issue>issuing',
      issuing: 'giveUp>rejected giveUpRest>issued',
      issued: 'deliver>sent',
    },
    product: { issuing: 'end>issued' },
    danger: 'reject giveUp giveUpRest',
  },
  invoice: {
    machine: invoiceStates,
    people: {
      planned: 'record>recorded',
      unknown: 'record>recorded recordNone>recorded',
      failed: 'retry>planned record>recorded',
      recorded: 'confirm>issued confirmNone>failed deny>planned denyNone>unknown',
    },
    product: {
      planned: 'send>sent drop>dropped',
      sent: 'hear>issued refuse>failed lose>unknown',
      unknown: 'hear>issued refuse>failed',
      failed: 'drop>dropped',
      issued: 'redPart>partRed redWhole>red',
      partRed: 'redPart>partRed redWhole>red',
    },
    danger: 'recordNone',
  },
  inputInvoice: {
    machine: inputStates,
    people: {
      uploaded: 'verify>verified refuse>refused drop>dropped',
      verified: 'refuse>refused tick>ticked reverse>reversed',
      ticked: 'reverse>reversed',
    },
    danger: 'refuse reverse drop',
  },
  fuelCard: {
    machine: fuelCardStates,
    people: { active: 'freeze>frozen close>closed', frozen: 'unfreeze>active close>closed' },
    danger: 'freeze close',
  },
  fuelIssue: {
    machine: fuelIssueStates,
    people: { issued: 'recover>recovered' },
    product: { issued: 'useUp>used takeBack>recovered' },
    danger: 'recover',
  },
  fuelUse: {
    machine: fuelUseStates,
    people: { differs: 'match>matched explain>explained' },
    product: { differs: 'lose>explained', explained: 'reopen>differs' },
    danger: 'explain',
  },
  writeOff: {
    machine: writeOffStates,
    people: {
      asked: 'confirm>booked reject>rejected withdraw>withdrawn',
      booked: 'askUndo>undoing',
      undoing: 'undo>undone keep>booked',
    },
    danger: 'confirm reject askUndo undo',
  },
  fuelShift: {
    machine: fuelShiftStates,
    people: {
      asked: 'confirm>booked reject>rejected withdraw>withdrawn',
      booked: 'askUndo>undoing',
      undoing: 'undo>undone keep>booked',
    },
    danger: 'reject askUndo undo',
  },
  deposit: {
    machine: depositStates,
    people: {
      recorded: 'confirm>standing reject>rejected withdraw>withdrawn',
      standing: 'askUndo>undoing',
      undoing: 'undo>undone keep>standing',
    },
    product: { standing: 'end>ended', ended: 'reopen>standing' },
    danger: 'reject askUndo undo',
  },
  depositBack: {
    machine: depositBackStates,
    people: {
      asked: 'approve>approved setOff>offset reject>rejected withdraw>withdrawn',
      approved: 'pay>paid fail>failed',
      paid: 'askBounce>bouncing',
      bouncing: 'bounce>bounced keepPaid>paid',
      offset: 'askUndo>undoing',
      undoing: 'undo>undone keepOffset>offset',
    },
    danger: 'reject fail askBounce askUndo undo',
  },
  tollPass: {
    machine: tollPassStates,
    people: { open: 'assign>confirmed', proposed: 'confirm>confirmed assign>confirmed' },
    product: { open: 'propose>proposed' },
  },
  fund: {
    machine: fundStates,
    people: { recorded: 'confirm>confirmed reject>rejected withdraw>withdrawn' },
    danger: 'reject',
  },
  remittance: {
    machine: remittanceStates,
    people: {
      recorded: 'confirm>unclaimed reject>rejected withdraw>withdrawn confirmReturn>returned',
      unclaimed:
        'claim>claimed claimPart>unclaimed claimRest>refunded unclaim>unclaimed askRefund>refunding askReturn>returning',
      claimed: 'unclaim>unclaimed',
      refunded: 'unclaim>unclaimed',
      refunding: 'refund>refunded keep>unclaimed',
      returning: 'confirmReturn>returned dropReturn>unclaimed',
    },
    product: { unclaimed: 'hold>claimed', claimed: 'release>unclaimed', returning: 'nameReturn>returned' },
    danger: 'reject unclaim askRefund confirmReturn',
  },
  reconFile: {
    machine: reconFileStates,
    people: { read: 'take>taken drop>dropped' },
    danger: 'drop',
  },
  reconItem: {
    machine: reconItemStates,
    people: { open: 'explain>asked', asked: 'confirm>explained putBack>open' },
    product: { open: 'match>matched', asked: 'match>matched', explained: 'match>matched', matched: 'reopen>open' },
  },
  reconLaying: {
    machine: reconLayingStates,
    people: {
      asked: 'confirm>laid putBack>dropped',
      laid: 'askUndo>undoing',
      undoing: 'confirmUndo>undone refuseUndo>laid',
    },
    danger: 'confirmUndo',
  },
  statement: {
    machine: statementStates,
    people: {
      draft: 'send>sent withdraw>withdrawn',
      sent: 'confirm>confirmed dispute>disputed withdraw>withdrawn',
      disputed: 'dispute>disputed drop>disputed explain>disputed withdraw>withdrawn',
    },
    product: { disputed: 'settle>sent' },
    danger: 'withdraw',
  },
  letter: {
    machine: letterStates,
    people: {
      sent: 'confirm>confirmed dispute>disputed withdraw>withdrawn',
      disputed: 'dispute>disputed drop>disputed explain>disputed withdraw>withdrawn',
    },
    product: { disputed: 'settle>sent' },
    danger: 'withdraw',
  },
}

const ways = ({ machine }: Told, isOurs: (permit: Permit | 'system') => boolean): Record<string, string> =>
  Object.fromEntries(
    stateKeys(machine).flatMap(state => {
      const moves = movesFrom(machine, state).flatMap(name => {
        const { to, permit } = machine.moves[name] ?? { to: '', permit: 'system' as const }
        return isOurs(permit) ? [`${name}>${to}`] : []
      })
      return moves.length === 0 ? [] : [[state, moves.join(' ')]]
    }),
  )

test.each(Object.entries(told))(
  '%s: people and the product lead it from state to state by these ways alone',
  (_, of) => {
    expect(ways(of, permit => permit !== 'system')).toEqual(of.people)
    expect(ways(of, permit => permit === 'system')).toEqual(of.product ?? {})
    const danger = Object.entries(of.machine.moves).flatMap(([name, move]) => (move.danger === true ? [name] : []))
    expect(danger.join(' ')).toBe(of.danger ?? '')
  },
)

test.each(Object.entries(told))('%s: where nothing follows it has ended, and says so', (_, { machine }) => {
  for (const state of stateKeys(machine))
    expect(machine.states[state]?.final === true, state).toBe(movesFrom(machine, state).length === 0)
})

test.each(Object.entries(told))(
  '%s: whoever it waits for can hold the permit, and take a step there',
  (_, { machine }) => {
    for (const state of stateKeys(machine)) {
      const awaits = machine.states[state]?.awaits
      if (awaits === undefined) continue
      const may: readonly string[] = permits[awaits.permit].sides ?? []
      expect(awaits.sides.length, state).toBeGreaterThan(0)
      expect(
        awaits.sides.filter(side => !may.includes(side)),
        state,
      ).toEqual([])
      expect(movesFrom(machine, state).map(name => machine.moves[name]?.permit)).toContain(awaits.permit)
    }
  },
)
