// A payee as people write it: what identifies it and its account, the rules of these, and the words of the history.
import { checkMobile } from '@yunshu/domain/identity/identity'
import { maskBankCard } from '@yunshu/domain/identity/masking'
import { checkAccountNo, checkPayeeNo, type PayeeKind } from '@yunshu/domain/fleet/payee'
import type { Words } from '../fleet/change.commands.ts'

/** The identity of a payee and its account. */
export interface PayeeFacts {
  kind: PayeeKind
  name: string
  id_no: string
  mobile: string
  bank: string
  bank_code: string
  account_no: string
}

/** Faults of a payee at their fields. `own` is the driver whose account it is. */
export function payeeFaults(facts: PayeeFacts, own: { readonly name: string } | undefined): Record<string, string> {
  const faults: readonly (readonly [string, string | undefined])[] = [
    ['name', own && own.name !== facts.name ? '本人账户的户名须与司机姓名一致' : undefined],
    [
      'idNo',
      own
        ? undefined
        : facts.id_no === ''
          ? facts.kind === 'PERSON'
            ? '请填写身份证号'
            : '请填写统一社会信用代码'
          : checkPayeeNo(facts.kind, facts.id_no),
    ],
    ['mobile', own ? undefined : facts.mobile === '' ? '请填写手机号' : checkMobile(facts.mobile)],
    ['accountNo', checkAccountNo(facts.kind, facts.account_no)],
    ['bankCode', facts.kind === 'COMPANY' && facts.bank_code === '' ? '对公账户须填写联行号' : undefined],
  ]
  return Object.fromEntries(faults.flatMap(([field, fault]) => (fault === undefined ? [] : [[field, fault]])))
}

/** The columns by their names on the wire, as certificates name what they prove. */
export const payeeFields = {
  name: 'name',
  id_no: 'idNo',
  mobile: 'mobile',
  bank: 'bank',
  bank_code: 'bankCode',
  account_no: 'accountNo',
} as const satisfies Record<Exclude<keyof PayeeFacts, 'kind'>, string>
/** A payee's facts by their names on the wire. */
export const papersOf = ({
  name,
  id_no: idNo,
  mobile,
  bank,
  bank_code: bankCode,
  account_no: accountNo,
}: Omit<PayeeFacts, 'kind'>) => ({ name, idNo, mobile, bank, bankCode, accountNo })

const hidden = (): string => '（已隐藏）'
export const payeeWords: Words<Exclude<keyof PayeeFacts, 'kind'>> = {
  name: ['户名'],
  id_no: ['证件号', hidden],
  mobile: ['手机号', hidden],
  bank: ['开户银行'],
  bank_code: ['联行号'],
  account_no: ['银行账号', maskBankCard],
}
