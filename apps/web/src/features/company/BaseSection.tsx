// The base of a carrier's invoices on its page: without the fuel and tolls it was handed, or with them.
import type { CompanyDetails } from '@yunshu/contract/company/company'
import { inputBases } from '@yunshu/domain/invoice/inputClass'
import { Button } from 'antd'
import { useState } from 'react'
import { useCan } from '../../lib/can.ts'
import { useSession } from '../../lib/session.ts'
import { sidesOf } from '../../lib/side.ts'
import { BaseDialog, otherBaseOf } from '../../parts/invoice/BaseDialog.tsx'
import { Facts, Section } from '../../ui/Facts.tsx'

/** The head changes it; of a company that does not carry there is none. */
export function BaseSection({ company: { id, name, version, inputBase } }: { company: CompanyDetails }) {
  const sides = sidesOf(useSession(session => session.info))
  const mayChange = useCan('invoice.input') && sides.includes('platform')
  const [isChanging, setChanging] = useState(false)
  if (inputBase === undefined) return null
  return (
    <Section
      title="开票口径"
      extra={
        mayChange && (
          <Button size="small" onClick={() => setChanging(true)}>
            改为{inputBases[otherBaseOf(inputBase)]}
          </Button>
        )
      }
    >
      <Facts items={[['承运商开票', inputBases[inputBase]]]} />
      {isChanging && (
        <BaseDialog
          carrierId={id}
          carrierName={name}
          version={version}
          base={otherBaseOf(inputBase)}
          onClose={() => setChanging(false)}
        />
      )}
    </Section>
  )
}
