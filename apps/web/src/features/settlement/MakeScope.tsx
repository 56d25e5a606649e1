// The state of the page that makes sheets: the parts chosen for one, and the part somebody is about to hold.
import { useMemo, useState, type ReactNode } from 'react'
import { HoldContext } from './holdContext.ts'
import { HoldDialog, type Holding } from './HoldDialog.tsx'
import { ChoiceContext, createChoice, leaveOut } from './makeChoice.ts'

export function MakeScope({ children }: { children: ReactNode }) {
  const [store] = useState(createChoice)
  const [holding, setHolding] = useState<Holding>()
  const holds = useMemo(() => ({ ask: setHolding }), [])
  return (
    <ChoiceContext value={store}>
      <HoldContext value={holds}>
        {children}
        {holding && (
          <HoldDialog
            key={`${holding.act} ${holding.id}`}
            {...holding}
            onDone={() => leaveOut(store, holding.id)}
            onClose={() => setHolding(undefined)}
          />
        )}
      </HoldContext>
    </ChoiceContext>
  )
}
