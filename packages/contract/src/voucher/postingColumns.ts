// The columns of versions of posting rules.
import { chargeCodes } from '@yunshu/domain/settlement/charges'
import { postingVersionStates } from '@yunshu/domain/voucher/postingRules'
import { printVat } from '@yunshu/domain/figures/decimal'
import { day, lines, state, text, time, type ListColumns } from '../columns.ts'
import type { PostingVersionRow } from './posting.ts'

export const postingListColumns = {
  versionNo: text('版本号', row => row.versionNo, { chars: 20 }),
  state: state('状态', postingVersionStates, row => row.state),
  inUse: text('在用', row => (row.isInUse ? '在用' : undefined)),
  branchName: text('分公司', row => row.branchName ?? '全部', { chars: 26 }),
  validFrom: day('生效日期', row => row.validFrom),
  services: lines('计入服务费的费用', row => row.serviceCodes.map(code => chargeCodes[code].label)),
  costs: lines('承运侧科目', row =>
    row.costAccounts.map(({ code, account }) => `${chargeCodes[code].label} ${account}`),
  ),
  rates: lines('税率', row => row.vatRates.map(({ code, vatBp }) => `${chargeCodes[code].label} ${printVat(vatBp)}`)),
  note: text('说明', row => row.note, { chars: 30 }),
  maker: text('制单人', row => row.maker),
  createdAt: time('制单时间', row => row.createdAt),
  checker: text('复核人', row => row.checker),
  checkedAt: time('复核时间', row => row.checkedAt),
  reason: text('退回原因', row => row.reason, { chars: 26 }),
} satisfies ListColumns<PostingVersionRow>
