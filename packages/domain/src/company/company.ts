// A company on the platform: its states from registration to closing, and what it may decide for itself (policies).
import { moneyPermits, permitWords, systemRoles } from '../permits/permits.ts'
import { DAY_MS } from '../figures/time.ts'
import { machine } from '../states.ts'

export const companyStates = machine({
  table: 'companies',
  column: 'state',
  entity: 'company',
  start: 'draft',
  states: {
    draft: { label: '待完善', tone: 'idle' },
    pending: { label: '待审核', tone: 'busy', awaits: { permit: 'company.verify', sides: ['platform', 'branch'] } },
    active: { label: '正常', tone: 'good' },
    rejected: { label: '未通过', tone: 'bad' },
    suspended: { label: '已停用', tone: 'bad', rests: true },
    closed: { label: '已注销', tone: 'idle', final: true },
  },
  moves: {
    submit: { from: ['draft', 'rejected'], to: 'pending', label: '提交审核', permit: 'company.edit' },
    approve: { from: ['pending'], to: 'active', label: '通过', permit: 'company.verify' },
    reject: { from: ['pending'], to: 'rejected', label: '驳回', permit: 'company.verify', danger: true, ask: 'reason' },
    suspend: {
      from: ['active'],
      to: 'suspended',
      label: '停用',
      permit: 'company.verify',
      danger: true,
      ask: 'reason',
    },
    resume: { from: ['suspended'], to: 'active', label: '恢复', permit: 'company.verify' },
    close: {
      from: ['draft', 'rejected', 'suspended'],
      to: 'closed',
      label: '注销',
      permit: 'company.verify',
      danger: true,
      ask: 'reason',
    },
  },
})
export type CompanyState = keyof typeof companyStates.states

/** True where a company is served by terms that can be changed: it was approved, and is not closed. */
export const hasTerms = (state: CompanyState): boolean => state === 'active' || state === 'suspended'

/** The time an account of a company stands after it was added or changed until money follows it, ms. */
export const accountRestMs = DAY_MS

export const taxpayers = { general: '一般纳税人', small: '小规模纳税人' } as const

interface PolicyRow {
  readonly label: string
  readonly hint: string
  readonly standard: boolean
  /** Kept by the platform for everybody: shown, and not to be changed. */
  readonly isFixed?: true
  /** Decided by the platform for its branches; no other company has it. */
  readonly isHouses?: true
}

const table = <const T extends Readonly<Record<string, PolicyRow>>>(t: T): T => t

/**
 * Decisions a company makes for itself; no company's name stands in code (PM-06). Settlement policies are read of the
 * shipper of the sheet, loading policies of the shipper of the goods.
 */
export const policies = table({
  specialistSubmits: { label: '结算单须由运费专员提交', hint: '提交人须担任“运费专员”职位', standard: false },
  financeApproves: { label: '结算单须由财务审核', hint: '审核人须担任“财务”职位', standard: false },
  noSelfApproval: {
    label: '不得审核自己的单据',
    hint: '制单人、提交人与审核人须不同，平台统一要求',
    standard: true,
    isFixed: true,
  },
  approverPays: {
    label: '审核人可以支付',
    hint: '关闭后，审核结算单的人不能支付这张单，也不能登记它的线下付款；制单的、审核的、支付的须是三个人',
    standard: true,
  },
  receiptRequired: {
    label: '回单确认后才能提交结算',
    hint: '要求回单的运单，回单未确认时不能提交结算单',
    standard: true,
  },
  overweightBlocks: { label: '超过核定载质量不得装货', hint: '关闭后允许装货，并在运单记录中标明超重', standard: true },
  autoSign: {
    label: '卸货 7 天无异议自动签收',
    hint: '卸货完成或异议处理完成满 7 天、没有待确认费用的运单，由系统代为签收',
    standard: true,
  },
  fenceSuggests: {
    label: '围栏到达建议登记',
    hint: '车辆定位证明已到达装卸货围栏时，提示承运商按围栏时间登记到达；由人采用，不会自动登记',
    standard: true,
  },
  draftsCarriage: {
    label: '接单后自动起草承运合同',
    hint: '承运商接单后，按“接单自动起草”的模板起草承运合同，由平台核对后发送签署；没有这样的模板时不起草',
    standard: true,
    isHouses: true,
  },
  unsignedBlocks: {
    label: '承运合同未签署不得装货发车',
    hint: '关闭后允许装货发车，并在运单、列表和今日中标明“承运合同未签”',
    standard: false,
    isHouses: true,
  },
  reasonForNumbers: {
    label: '查看完整号码须填写原因',
    hint: '查看完整证件号、银行账号或手机号前填写原因，写入审计日志',
    standard: false,
  },
  factorForMoney: {
    label: '资金操作须动态验证码登录',
    hint: `未用动态验证码登录的账号没有这些权限：${permitWords(moneyPermits)}`,
    standard: false,
  },
})
export type PolicyKey = keyof typeof policies
export type Policies = Readonly<Record<PolicyKey, boolean>>
export const policyKeys = Object.keys(policies) as PolicyKey[]

/** The policies by what they rule, in the order they are read; with the settlements stand the limits of a batch. */
export const policyGroups: readonly {
  readonly title: string
  readonly keys: readonly PolicyKey[]
  readonly hasLimit?: boolean
}[] = [
  {
    title: '结算',
    keys: ['specialistSubmits', 'financeApproves', 'noSelfApproval', 'approverPays', 'receiptRequired'],
    hasLimit: true,
  },
  { title: '运单', keys: ['overweightBlocks', 'autoSign'] },
  { title: '合同', keys: ['draftsCarriage', 'unsignedBlocks'] },
  { title: '监控', keys: ['fenceSuggests'] },
  { title: '安全', keys: ['reasonForNumbers', 'factorForMoney'] },
]

/** Policies a company may change; the platform fixes the others for everybody. */
export type FreePolicy = { [K in PolicyKey]: (typeof policies)[K] extends { isFixed: true } ? never : K }[PolicyKey]
export const freePolicies = policyKeys.filter((key): key is FreePolicy => !('isFixed' in policies[key]))

/** Policies the platform decides for its branches alone: other companies neither see nor set them. */
export type HousePolicy = { [K in PolicyKey]: (typeof policies)[K] extends { isHouses: true } ? K : never }[PolicyKey]
export const isHousePolicy = (key: PolicyKey): key is HousePolicy => 'isHouses' in policies[key]
type Seen<K extends PolicyKey> = Readonly<
  Record<Exclude<K, HousePolicy>, boolean> & { [H in HousePolicy]?: boolean | undefined }
>
/** The policies in force as a company sees them, and its decisions; those of the house are the platform's alone. */
export type SeenPolicies = Seen<PolicyKey>
export type Decisions = Seen<FreePolicy>

/** A policy's position in words. */
export const policyInWords = (isOn: boolean): string => (isOn ? '开启' : '关闭')

/** The part of the policies in force that a company decided. */
export function decisionsOf({ noSelfApproval: _fixed, ...free }: SeenPolicies): Decisions {
  return free
}

/** The policies as a company sees them that has no branches. */
export function withoutHouses({ draftsCarriage: _drafts, unsignedBlocks: _blocks, ...own }: Policies): SeenPolicies {
  return own
}

/** The policies in force: the company's decisions, and the standard where it made none. */
export function policiesOf(decided: unknown): Policies {
  const given: object = typeof decided === 'object' && decided !== null ? decided : {}
  return Object.fromEntries(
    policyKeys.map(key => {
      const value: unknown = Reflect.get(given, key)
      return [key, 'isFixed' in policies[key] || typeof value !== 'boolean' ? policies[key].standard : value]
    }),
  ) as Policies
}

/** The steps of a settlement sheet that a policy leaves to people of one position. */
export const positions = {
  submit: { policy: 'specialistSubmits', role: systemRoles.specialist },
  approve: { policy: 'financeApproves', role: systemRoles.finance },
} as const satisfies Record<string, { policy: PolicyKey; role: string }>
export type PositionStep = keyof typeof positions

/**
 * The position a step is left to where these policies are in force; undefined when the permit alone decides, or the
 * person holds it.
 */
export function missingPosition(inForce: Policies, step: PositionStep, roles: readonly string[]): string | undefined {
  const { policy, role } = positions[step]
  return inForce[policy] && !roles.includes(role) ? role : undefined
}
