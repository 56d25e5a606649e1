// Words both company pages share: facts of a company as it stands.
import type { CompanyRecord } from '@yunshu/contract/company/company'
import { taxpayers } from '@yunshu/domain/company/company'
import { companySides } from '@yunshu/domain/company/papers'
import type { Fact } from '../../ui/Facts.tsx'
import type { Person } from '../../ui/record/People.tsx'
import { Secret } from '../../ui/Secret.tsx'

/** The identity of the company. */
export const identityOf = (it: CompanyRecord): readonly Fact[] => [
  ['企业身份', companySides[it.side].label],
  ['法定代表人', it.legalPerson],
  [
    '法人身份证号',
    <Secret key="legalIdNo" of={{ kind: 'company', id: it.id, field: 'legalIdNo' }} mask={it.legalIdNo} />,
  ],
  ['经营许可证号', it.side === 'shipper' && it.permitNo === undefined ? undefined : (it.permitNo ?? '')],
]

/** A number that is not told whole. */
const isMasked = ({ contactMobile }: CompanyRecord): boolean => contactMobile.includes('*')

/** The people of a company one may call. */
export const peopleOf = (it: CompanyRecord): readonly Person[] =>
  isMasked(it) ? [] : [{ role: '联系人', name: it.contactName, mobile: it.contactMobile }]

/** Facts its people may change at any time. */
export const contactOf = (it: CompanyRecord): readonly Fact[] => [
  ['简称', it.shortName],
  // the rail says people one may call
  ['联系人', isMasked(it) ? it.contactName : undefined],
  [
    '联系手机号',
    isMasked(it) ? (
      <Secret key="mobile" of={{ kind: 'company', id: it.id, field: 'contactMobile' }} mask={it.contactMobile} />
    ) : undefined,
  ],
  ['纳税人类型', taxpayers[it.taxpayer]],
]

export const invoiceOf = ({ id, invoiceTitle: it }: CompanyRecord): readonly Fact[] =>
  it === undefined
    ? []
    : [
        ['抬头', it.title],
        ['税号', it.taxNo],
        ['地址', it.address],
        ['电话', it.phone],
        ['开户银行', it.bank],
        [
          '银行账号',
          <Secret key="account" of={{ kind: 'company', id, field: 'invoiceAccountNo' }} mask={it.accountNo} />,
        ],
      ]

/** True while the company itself may still write what tells it apart. */
export const isOpen = ({ state }: CompanyRecord): boolean => state === 'draft' || state === 'rejected'
