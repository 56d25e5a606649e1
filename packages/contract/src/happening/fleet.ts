// Happenings of the fleet: vehicles, drivers and payees judged, papers that end, and who may be paid for a driver.
import { happeningTable } from './happening.ts'

/** Happenings of any record of the fleet; `word` is the Chinese word for such a record, `name` the one concerned. */
const rowsOn = <const T extends 'vehicle' | 'driver' | 'payee', const S extends string>(topic: T, screen: S) => {
  const on = { push: 'notice', topics: [topic], kind: 'audit', opens: { screen, parts: { id: '{id}' } } } as const
  return {
    submitted: { ...on, title: '{word}待审核', text: '{name} 提交了证件，请审核' },
    changed: { ...on, title: '{word}待审核', text: '{name} 的{papers}已变更，请重新审核' },
    approved: { ...on, title: '{word}审核通过', text: '{word}{name} 已通过审核' },
    rejected: {
      ...on,
      title: '{word}审核未通过',
      text: '{word}{name} 的{papers}未通过审核：{reason}[，需修改：{fields}]',
    },
    blacklisted: { ...on, title: '{word}已列入黑名单', text: '平台将{word}{name}列入黑名单：{reason}' },
    unblacklisted: { ...on, title: '{word}已移出黑名单', text: '平台将{word}{name}移出黑名单：{reason}' },
  } as const
}
const vehicle = rowsOn('vehicle', 'VehicleDetails')
const driver = rowsOn('driver', 'DriverDetails')
const payee = rowsOn('payee', 'PayeeDetails')

const onAuth = {
  ...payee.submitted,
  text: '司机 {driver} 对 {payee} 的收款授权{move}[：{reason}]',
} as const

const paperEnds = { push: 'notice', kind: 'paper' } as const
const ended = { ...paperEnds, title: '证件已到期' } as const
/** `expiry` is the filter of the list that tells these papers, where one does. */
const ending = { ...paperEnds, title: '证件即将到期' } as const
const authEnds = { ...paperEnds, opens: { screen: 'PayeeList' } } as const

export const fleetHappenings = happeningTable({
  'driver.registered': {
    ...driver.submitted,
    topics: ['driver', 'payee'],
    title: '司机自助登记',
    text: '司机 {name} 已自助登记，{result}',
  },
  'vehicle.submitted': vehicle.submitted,
  'vehicle.changed': vehicle.changed,
  'vehicle.approved': vehicle.approved,
  'vehicle.rejected': vehicle.rejected,
  'vehicle.blacklisted': vehicle.blacklisted,
  'vehicle.unblacklisted': vehicle.unblacklisted,
  'vehicle.papersEnded': {
    ...ended,
    text: '{count} 辆车的证件今天到期或已过期：{papers}，过期后不能接单，请尽快更新',
    topics: ['vehicle'],
    opens: { screen: 'VehicleList', query: { expiry: 'ended' } },
  },
  'vehicle.papersEnding': {
    ...ending,
    text: '{count} 辆车的证件将在 {days} 天内到期：{papers}，请尽快换证并更新',
    topics: ['vehicle'],
    opens: { screen: 'VehicleList', query: { expiry: '[{expiry}]' } },
  },

  'driver.submitted': driver.submitted,
  'driver.changed': driver.changed,
  'driver.approved': driver.approved,
  'driver.rejected': driver.rejected,
  'driver.blacklisted': driver.blacklisted,
  'driver.unblacklisted': driver.unblacklisted,
  'driver.papersEnded': {
    ...ended,
    text: '{count} 名司机的证件今天到期或已过期：{papers}，过期后不能接单，请尽快更新',
    topics: ['driver'],
    opens: { screen: 'DriverList', query: { expiry: 'ended' } },
  },
  'driver.papersEnding': {
    ...ending,
    text: '{count} 名司机的证件将在 {days} 天内到期：{papers}，请尽快换证并更新',
    topics: ['driver'],
    opens: { screen: 'DriverList', query: { expiry: '[{expiry}]' } },
  },

  'payee.submitted': payee.submitted,
  'payee.changed': payee.changed,
  'payee.approved': payee.approved,
  'payee.rejected': payee.rejected,
  'payee.blacklisted': payee.blacklisted,
  'payee.unblacklisted': payee.unblacklisted,
  'payee.authAsked': {
    ...payee.submitted,
    text: '司机 {driver} 授权 {name} 代收运费，请审核授权',
  },
  'payee.authApproved': { ...onAuth, title: '收款授权审核通过' },
  'payee.authRejected': { ...onAuth, title: '收款授权审核未通过' },
  'payee.authRevoked': { ...onAuth, title: '收款授权已撤销' },
  'payee.authEnded': {
    ...authEnds,
    title: '收款授权已到期',
    text: '{count} 份收款授权已到期：{auths}，到期后不能代收运费',
    topics: ['payee'],
  },
  'payee.authEndingToday': {
    ...authEnds,
    title: '收款授权即将到期',
    text: '{count} 份收款授权今天到期：{auths}，请重新签署授权',
  },
  'payee.authEnding': {
    ...authEnds,
    title: '收款授权即将到期',
    text: '{count} 份收款授权将在 {days} 天内到期：{auths}，请重新签署授权',
  },
})

/** The happening of each move of an authorisation to be paid for a driver. */
export const payeeAuthMoved = {
  approve: 'payee.authApproved',
  reject: 'payee.authRejected',
  revoke: 'payee.authRevoked',
} as const satisfies Readonly<Record<string, keyof typeof fleetHappenings>>
