// The columns of payees.
import { paperStandings } from '@yunshu/domain/fleet/certificates'
import { payeeKinds } from '@yunshu/domain/fleet/payee'
import { count, day, label, state, text, type ListColumns } from '../columns.ts'
import type { PayeeRow } from './payee.ts'

export const payeeListColumns = {
  name: text('户名', row => row.name, { chars: 26 }),
  paper: state('认证状态', paperStandings, row => row.paper),
  kind: label('类型', payeeKinds, row => row.kind),
  whose: text('账户所属司机', row => row.driverName, { listTitle: '账户归属' }),
  bank: text('开户银行', row => row.bank, { chars: 26 }),
  accountNo: text('银行账号', row => row.accountNo, { chars: 22 }),
  bankCode: text('联行号', row => row.bankCode),
  drivers: count('收款司机', row => row.drivers),
  authsPending: count('待审授权', row => row.authsPending),
  authUntil: day('授权至', row => row.authUntil),
  mobile: text('手机号', row => row.mobile),
  carrierName: text('承运商', row => row.carrierName, { chars: 26 }),
} satisfies ListColumns<PayeeRow>
