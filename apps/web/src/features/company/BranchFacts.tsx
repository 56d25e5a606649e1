// A branch company that is closed: what was known of it, to be read only.
import type { BranchRow } from '@yunshu/contract/company/branch'
import { branchStates } from '@yunshu/domain/company/branch'
import { Drawer } from 'antd'
import { useMobile } from '../../lib/useMobile.ts'
import { Facts } from '../../ui/Facts.tsx'

export function BranchFacts({ branch, onClose }: { branch: BranchRow; onClose: () => void }) {
  const isMobile = useMobile()
  const { name, state, shortName, creditCode, contactName, contactMobile, address, people } = branch
  return (
    <Drawer open title={name} size={isMobile ? '100%' : 480} onClose={onClose}>
      <Facts
        items={[
          ['状态', branchStates.states[state].label],
          ['简称', shortName],
          ['信用代码', creditCode],
          ['联系人', contactName],
          ['联系电话', contactMobile],
          ['地址', address, 'wide'],
          ['员工', `${people} 人`],
        ]}
      />
    </Drawer>
  )
}
