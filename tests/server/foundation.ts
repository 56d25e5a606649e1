// Test support: a platform as it is founded on an empty installation.
import type { Foundation } from '@yunshu/contract/setup'
import { demoUscc } from '../../apps/server/demo/invented.ts'

export const foundation: Foundation = {
  companyName: '青禾物流科技有限公司',
  creditCode: demoUscc('420112', 70),
  regionCode: '420112',
  address: '径河路8号',
  contactName: '王五',
  mobile: '19900001111',
  branchName: '青禾物流科技有限公司华中分公司',
  branchShortName: '华中分公司',
  branchCreditCode: demoUscc('420112', 71),
}
