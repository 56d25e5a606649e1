// Demo companies and people: one platform with three branches, six shippers, eight carriers, their staff and relations.
import { userTypes } from '@yunshu/domain/account/account'
import type { RoleSide } from '@yunshu/domain/permits/permits'
import { roleTemplates } from '@yunshu/domain/permits/roles'
import { q, type Tx } from '../src/db/tx.ts'
import { demoCard, demoHandle, demoId, demoIdNo, demoMobile, demoName, demoUscc } from './invented.ts'
import { feePpmOf } from './serviceFees.ts'

/** Days of credit of every shipper of the demo. */
export const shipperTermDays = 15

interface DemoCompany {
  key: string
  name: string
  short: string
  region: string
  address: string
  side: RoleSide
  branch: string
}

export const demoBranches = [
  {
    key: 'branch1',
    name: '运枢物流科技有限公司华北分公司',
    short: '华北分公司',
    region: '130203',
    address: '唐山市路北区建设路100号',
  },
  {
    key: 'branch2',
    name: '运枢物流科技有限公司华东分公司',
    short: '华东分公司',
    region: '310114',
    address: '上海市嘉定区园区路200号',
  },
  {
    key: 'branch3',
    name: '运枢物流科技有限公司西南分公司',
    short: '西南分公司',
    region: '510108',
    address: '成都市成华区物流大道300号',
  },
] as const

export const demoShippers: readonly DemoCompany[] = [
  {
    key: 'shipper',
    name: '榆林恒泰煤业销售有限公司',
    short: '恒泰煤业',
    region: '610802',
    address: '榆林市榆阳区能源路18号',
    side: 'shipper',
    branch: 'branch1',
  },
  {
    key: 'shipper2',
    name: '唐山冀东钢材贸易有限公司',
    short: '冀东钢贸',
    region: '130203',
    address: '唐山市路北区钢城街66号',
    side: 'shipper',
    branch: 'branch1',
  },
  {
    key: 'shipper3',
    name: '遵义黔力水泥有限公司',
    short: '黔力水泥',
    region: '520302',
    address: '遵义市红花岗区建材路9号',
    side: 'shipper',
    branch: 'branch3',
  },
  {
    key: 'shipper4',
    name: '商丘中原粮油有限公司',
    short: '中原粮油',
    region: '411402',
    address: '商丘市梁园区粮库路1号',
    side: 'shipper',
    branch: 'branch1',
  },
  {
    key: 'shipper5',
    name: '昆明滇鲜农产品有限公司',
    short: '滇鲜农产',
    region: '530102',
    address: '昆明市五华区花卉路77号',
    side: 'shipper',
    branch: 'branch3',
  },
  {
    key: 'shipper6',
    name: '天津渤海化肥有限公司',
    short: '渤海化肥',
    region: '120116',
    address: '天津市滨海新区港城大道8号',
    side: 'shipper',
    branch: 'branch2',
  },
]
export const demoCarriers: readonly DemoCompany[] = [
  {
    key: 'carrier',
    name: '河北顺达运输有限公司',
    short: '顺达运输',
    region: '130102',
    address: '石家庄市长安区运河桥南1号',
    side: 'carrier',
    branch: 'branch1',
  },
  {
    key: 'carrier2',
    name: '山东鲁通物流有限公司',
    short: '鲁通物流',
    region: '370902',
    address: '泰安市泰山区货运路5号',
    side: 'carrier',
    branch: 'branch1',
  },
  {
    key: 'carrier3',
    name: '四川蜀道货运有限公司',
    short: '蜀道货运',
    region: '510106',
    address: '成都市金牛区货站路12号',
    side: 'carrier',
    branch: 'branch3',
  },
  {
    key: 'carrier4',
    name: '河南中联运输有限公司',
    short: '中联运输',
    region: '410102',
    address: '郑州市中原区棉纺路31号',
    side: 'carrier',
    branch: 'branch1',
  },
  {
    key: 'carrier5',
    name: '湖北江汉汽运有限公司',
    short: '江汉汽运',
    region: '420112',
    address: '武汉市东西湖区径河路8号',
    side: 'carrier',
    branch: 'branch2',
  },
  {
    key: 'carrier6',
    name: '广东粤运快线有限公司',
    short: '粤运快线',
    region: '440111',
    address: '广州市白云区太和路20号',
    side: 'carrier',
    branch: 'branch2',
  },
  {
    key: 'carrier7',
    name: '云南滇越冷链有限公司',
    short: '滇越冷链',
    region: '530103',
    address: '昆明市盘龙区冷库路3号',
    side: 'carrier',
    branch: 'branch3',
  },
  {
    key: 'carrier8',
    name: '陕西秦塬运输有限公司',
    short: '秦塬运输',
    region: '610803',
    address: '榆林市横山区运煤路6号',
    side: 'carrier',
    branch: 'branch1',
  },
]
/**
 * Shipper–carrier pairs without a relation, so that refusal can be seen: shipper2 knows no `carrier` (wire contract).
 */
const strangers = new Set(['shipper2/carrier', 'shipper3/carrier2'])

export const demoPlatform = 'platform'
const companyId = (key: string): string => demoId(`company ${key}`)
export const demoCompanyId = companyId
export const demoUserId = (account: string): string => demoId(`user ${account}`)

interface Person {
  account: string
  role: string
  name?: string
  isAdmin?: boolean
}
const staffOf = (company: DemoCompany): Person[] => {
  const [main, ...rest] =
    company.side === 'shipper'
      ? [
          { account: company.key, role: '管理员' },
          { account: `${company.key}-freight`, role: '运费专员' },
          { account: `${company.key}-finance`, role: '财务' },
        ]
      : [
          { account: company.key, role: '管理员' },
          { account: `${company.key}-finance`, role: '财务' },
        ]
  return [main, ...rest]
}

/**
 * Writes companies, roles, users, accounts and relations; `passwordHash` is shared, as all demo passwords are the same.
 */
export async function seedPeople(tx: Tx, passwordHash: string, now: number): Promise<void> {
  await addCompanies(tx, now)
  await addPapers(tx, now)
  await addRoles(tx, now)
  await addUsers(tx, passwordHash, now)
  await addRelations(tx, now)
}

const head = {
  key: demoPlatform,
  name: '运枢物流科技有限公司',
  short: '运枢',
  region: '110108',
  address: '北京市海淀区学院路88号',
}

const market = [...demoShippers, ...demoCarriers]
/** The credit code of a company: the platform and its branches are numbered before the market. */
export function demoCreditCode(key: string): string {
  const all = [head, ...demoBranches, ...market]
  const at = all.findIndex(company => company.key === key)
  return demoUscc(all[at]?.region ?? '', at + 1)
}

async function addCompanies(tx: Tx, now: number): Promise<void> {
  const stamp = { created_at: now, updated_at: now }
  let n = 0
  const base = (company: { key: string; name: string; short: string; region: string; address: string }) => ({
    id: companyId(company.key),
    name: company.name,
    short_name: company.short,
    credit_code: demoUscc(company.region, ++n),
    region_code: company.region,
    address: company.address,
    contact_name: demoName(n),
    contact_mobile: demoMobile(n),
    is_contract: true,
    policies: '{}',
    ...stamp,
  })
  await tx.run(q.insertInto('companies').values({ ...base(head), role_flags: 1, wlhy_type: 1, is_tf: false }))
  await tx.run(
    q.insertInto('companies').values(
      demoBranches.map(b => ({
        ...base(b),
        role_flags: 1,
        wlhy_type: 1,
        kind: 'BRANCH',
        parent_id: companyId(demoPlatform),
      })),
    ),
  )
  await tx.run(
    q.insertInto('companies').values(
      market.map(c => ({
        ...base(c),
        role_flags: c.side === 'shipper' ? 4 : 2,
        wlhy_type: 1,
        is_tf: c.key === 'shipper',
        branch_id: companyId(c.branch),
        service_fee_ppm: c.side === 'shipper' ? feePpmOf(c.key) : 0,
        fuel_max_ppm: 400_000,
        term_days: c.side === 'shipper' ? shipperTermDays : 0,
      })),
    ),
  )
}

async function addPapers(tx: Tx, now: number): Promise<void> {
  await tx.run(
    q.insertInto('company_profiles').values(
      [head, ...demoBranches, ...market].map((c, i) => ({
        company_id: companyId(c.key),
        legal_person: demoName(80 + i),
        legal_id_no: demoIdNo(c.region, '19680815', 300 + i),
        permit_no: 'side' in c && c.side === 'carrier' ? `${c.region}00${String(100 + i)}` : null,
        permit_expiry: 'side' in c && c.side === 'carrier' ? now + 500 * 86_400_000 : null,
        verified_at: now,
      })),
    ),
  )
  await tx.run(
    q.insertInto('company_accounts').values(
      market.map((c, i) => ({
        id: demoId(`account ${c.key}`),
        company_id: companyId(c.key),
        bank: ['中国工商银行', '中国建设银行', '中国农业银行'][i % 3] ?? '中国银行',
        account_name: c.name,
        account_no: demoCard(1000 + i),
        is_default: true,
        created_at: now,
      })),
    ),
  )
}

const people: readonly (Person & { side: RoleSide; company?: string; branch?: string; type: number })[] = [
  { account: 'admin', role: '管理员', name: '平台管理员', isAdmin: true, side: 'platform', type: userTypes.platform },
  { account: 'platform-finance', role: '财务', side: 'platform', type: userTypes.platform },
  { account: 'platform-ops', role: '运营', side: 'platform', type: userTypes.platform },
  ...demoBranches.map((b, i) => ({
    account: i === 0 ? 'branch' : b.key,
    role: '分公司经理',
    side: 'branch' as const,
    company: demoPlatform,
    branch: b.key,
    type: userTypes.branchManager,
  })),
  ...market.flatMap(c =>
    staffOf(c).map(p => ({
      ...p,
      side: c.side,
      company: c.key,
      type: p.account === c.key ? userTypes.company : userTypes.staff,
    })),
  ),
]

const roleKey = (side: RoleSide, company: string | undefined, role: string): string =>
  demoId(`role ${side} ${company ?? ''} ${role}`)

async function addRoles(tx: Tx, now: number): Promise<void> {
  const stamp = { created_at: now, updated_at: now }
  const owners: { side: RoleSide; company: string | undefined }[] = [
    { side: 'platform', company: undefined },
    { side: 'branch', company: demoPlatform },
    ...market.map(c => ({ side: c.side, company: c.key })),
  ]
  await tx.run(
    q.insertInto('roles').values(
      owners.flatMap(({ side, company }) =>
        Object.entries(roleTemplates[side]).map(([name, functions]) => ({
          id: roleKey(side, company, name),
          company_id: company ? companyId(company) : null,
          name,
          is_system: true,
          functions: [...functions],
          data_scope: side === 'platform' ? 'ALL' : side === 'branch' ? 'BRANCH' : 'COMPANY',
          ...stamp,
        })),
      ),
    ),
  )
}

async function addUsers(tx: Tx, passwordHash: string, now: number): Promise<void> {
  const stamp = { created_at: now, updated_at: now }
  await tx.run(
    q.insertInto('users').values(
      people.map((p, i) => ({
        id: demoUserId(p.account),
        handle: demoHandle(p.account),
        account: p.account,
        name: p.name ?? demoName(40 + i),
        mobile: demoMobile(500 + i),
        password_hash: passwordHash,
        type: p.type,
        company_id: p.company ? companyId(p.company) : null,
        branch_company_id: p.branch ? companyId(p.branch) : null,
        is_admin: p.isAdmin ?? false,
        password_changed_at: 0,
        ...stamp,
      })),
    ),
  )
  await tx.run(
    q
      .insertInto('user_roles')
      .values(people.map(p => ({ user_id: demoUserId(p.account), role_id: roleKey(p.side, p.company, p.role) }))),
  )
}

async function addRelations(tx: Tx, now: number): Promise<void> {
  const stamp = { created_at: now, updated_at: now }
  const pairs = demoShippers.flatMap(s =>
    demoCarriers.filter(c => !strangers.has(`${s.key}/${c.key}`)).map(c => ({ s, c })),
  )
  await tx.run(
    q.insertInto('relations').values(
      pairs.map(({ s, c }) => ({
        id: demoId(`relation ${s.key} ${c.key}`),
        shipper_id: companyId(s.key),
        carrier_id: companyId(c.key),
        state: 'active',
        since: now - 200 * 86_400_000,
        ...stamp,
      })),
    ),
  )
}
